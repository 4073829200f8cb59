import { describe, expect, it } from 'vitest'
import { showDay, showMilliseconds, showMinute } from './show-time.ts'

describe('times for people', () => {
  it.each([
    ['2026-11-20T08:14:59.000Z', '20 Nov 2026', '20 Nov 2026, 08:14 UTC'],
    ['2027-01-01T00:30:00+02:00', '31 Dec 2026', '31 Dec 2026, 22:30 UTC'],
  ])('shows %s in UTC', (instant, day, minute) => {
    expect(showDay(instant)).toBe(day)
    expect(showMinute(instant)).toBe(minute)
  })

  it('parts thousands of milliseconds', () => {
    expect([0, 914, 2914, 1_234_567].map(showMilliseconds)).toEqual(['0 ms', '914 ms', '2 914 ms', '1 234 567 ms'])
  })
})
