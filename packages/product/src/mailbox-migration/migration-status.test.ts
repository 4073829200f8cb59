import { describe, expect, it } from 'vitest'
import { migrationStatuses, migrationStatusLabel } from './migration-status.ts'

describe('migrationStatusLabel', () => {
  it('names the four statuses of a record', () => {
    expect(migrationStatuses).toEqual(['pending', 'in_progress', 'completed', 'failed'])
    expect(migrationStatuses.map(migrationStatusLabel)).toEqual(['Pending', 'In progress', 'Completed', 'Failed'])
  })

  it('shows any other status unchanged', () => {
    for (const status of ['paused', '', 'toString']) expect(migrationStatusLabel(status)).toBe(status)
  })
})
