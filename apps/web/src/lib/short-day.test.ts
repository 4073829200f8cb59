import { describe, expect, it } from 'vitest'
import { shortDay } from './short-day.ts'

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

  it('is a time for what a clock that is ahead has noted', () => {
    expect(shortDay(new Date(2026, 10, 21, 1, 2).getTime(), now)).toBe('01:02')
  })
})
