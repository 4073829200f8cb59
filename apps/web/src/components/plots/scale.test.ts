import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromNow, inMilliseconds, inSeconds, percent, scaleTo, toMinute } from './scale.tsx'

describe('scaleTo', () => {
  it('ends at a round number beyond the maximum', () => {
    expect(scaleTo(13.4)).toEqual({ end: 14, ticks: [0, 2, 4, 6, 8, 10, 12, 14] })
    expect(scaleTo(84.4, 5)).toEqual({ end: 100, ticks: [0, 20, 40, 60, 80, 100] })
    expect(scaleTo(0)).toEqual({ end: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] })
  })

  it('contains every value with few even steps and short numbers', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), fc.integer({ min: 2, max: 10 }), (most, count) => {
        const { end, ticks } = scaleTo(most, count)
        expect(end).toBeGreaterThanOrEqual(most * (1 - 1e-9))
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
        expect(ticks[0]).toBe(0)
        for (const tick of ticks) expect(String(tick).length).toBeLessThanOrEqual(9)
      }),
    )
  })
})

describe('percent', () => {
  it('stays within the scale', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const place = percent(value, scaleTo(10))
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(100)
      }),
    )
  })
})

const now = '2026-11-20T08:14:02.000Z'

describe('the numbers of a figure', () => {
  it('writes seconds without trailing zeros', () => {
    expect(inSeconds(10_000)).toBe('10 s')
    expect(inSeconds(310)).toBe('0.31 s')
    expect(inSeconds(1349)).toBe('1.3 s')
  })

  it('writes milliseconds like the figures', () => {
    expect(inMilliseconds(84.44)).toBe('84.4')
    expect(inMilliseconds(112.4)).toBe('112')
  })

  it('returns the time to an instant, in a unit for planning', () => {
    expect(fromNow('2027-01-27T08:14:02Z', now)).toBe('in 68 days')
    expect(fromNow('2019-03-16T16:54:09Z', now)).toBe('7 years ago')
    expect(fromNow('2026-11-20T08:39:28Z', now)).toBe('in 25 minutes')
    expect(fromNow('2026-11-19T07:00:00Z', now)).toBe('1 day ago')
    expect(fromNow(now, now)).toBe('now')
    expect(fromNow('2027-05-20T08:14:02Z', now)).toBe('in 6 months')
  })

  it('writes an instant to the minute', () => {
    expect(toMinute(now)).toBe('2026-11-20 08:14')
  })
})
