import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percent, scaleTo } from './scale.ts'

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
