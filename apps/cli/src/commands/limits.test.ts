import { describe, expect, it } from 'vitest'
import { nextReset, untilReset } from './limits.ts'

describe('the reset', () => {
  it('is at the next midnight in UTC', () => {
    expect(new Date(nextReset(Date.parse('2026-11-20T09:48:01Z'))).toISOString()).toBe('2026-11-21T00:00:00.000Z')
    expect(new Date(nextReset(Date.parse('2026-12-31T00:00:00Z'))).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('is shown in hours and minutes', () => {
    expect(untilReset(Date.parse('2026-11-20T09:48:00Z'))).toBe('14 h 12 min')
    expect(untilReset(Date.parse('2026-11-20T23:59:30Z'))).toBe('0 min')
  })
})
