import fc from 'fast-check'
import { expect, it } from 'vitest'
import { migrationState, minuteOf, percentOf } from './history-row.tsx'

it('recognizes the four statuses, and draws any other as unknown', () => {
  expect(
    ['pending', 'in_progress', 'completed', 'failed', 'paused', ''].map((status) => migrationState(status)),
  ).toEqual([
    { kind: 'pending' },
    { kind: 'in_progress' },
    { kind: 'completed', severity: 'pass' },
    { kind: 'failed', severity: 'critical' },
    { kind: 'unknown' },
    { kind: 'unknown' },
  ])
})

it('draws no percentage outside 0 to 100', () => {
  fc.assert(
    fc.property(fc.double(), (percentage) => {
      const percent = percentOf(percentage)
      expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
    }),
  )
  expect([percentOf(39.6), percentOf(100)]).toEqual([40, 100])
})

it('writes an instant to the minute, in UTC', () => {
  expect(minuteOf('2026-11-20T08:14:02.118Z')).toBe('2026-11-20 08:14 UTC')
  expect(minuteOf('soon')).toBe('soon')
})
