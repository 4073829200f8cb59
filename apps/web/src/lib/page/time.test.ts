import { describe, expect, it } from 'vitest'
import { shortDay, showDay, showMilliseconds, showMinute } from './time.ts'

describe('times for people', () => {
  it.each([
    ['2026-11-20T08:14:59.000Z', '20 Nov 2026', '20 Nov 2026, 08:14 UTC'],
    ['2027-01-01T00:30:00+02:00', '31 Dec 2026', '31 Dec 2026, 22:30 UTC'],
  ])('shows %s in UTC', (instant, day, minute) => {
    expect(showDay(instant)).toBe(day)
    expect(showMinute(instant)).toBe(minute)
  })

  it('separates thousands of milliseconds', () => {
    expect([0, 914, 2914, 1_234_567].map(showMilliseconds)).toEqual(['0 ms', '914 ms', '2 914 ms', '1 234 567 ms'])
  })
})

const now = new Date(2026, 10, 20, 9, 30)

describe('when something was', () => {
  it.each([
    [new Date(2026, 10, 20, 8, 4), '08:04'],
    [new Date(2026, 10, 20, 0, 0), '00:00'],
    [new Date(2026, 10, 19, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 18, 23, 59), '18 Nov'],
    [new Date(2025, 11, 31, 12, 0), '31 Dec 2025'],
  ])('%s is %s', (time, shown) => {
    expect(shortDay(time.toISOString(), now)).toBe(shown)
  })

  it('is a time if the recording clock is ahead', () => {
    expect(shortDay(new Date(2026, 10, 21, 1, 2).getTime(), now)).toBe('01:02')
  })
})
