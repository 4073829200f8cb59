import { describe, expect, it } from 'vitest'
import { showClock } from './run-order.ts'

describe('the clock of a world', () => {
  it.each([
    ['2026-11-20T08:14:00.000Z', '2026-11-20 08:14 UTC'],
    ['2026-11-20T08:14:02.118Z', '2026-11-20 08:14:02 UTC'],
    ['2026-11-20', '2026-11-20 00:00 UTC'],
  ])('shows %s as %s', (at, shown) => {
    expect(showClock(at)).toBe(shown)
  })
})
