import { describe, expect, it } from 'vitest'
import { type Point, trendOf } from './steadiness.ts'

const pointsOf = (count: number, valueAt: (index: number) => number): Point[] =>
  Array.from({ length: count }, (_, index) => ({ seconds: index * 10, value: valueAt(index) }))

describe('a trend', () => {
  it('of a leak is the leak, and is not flat', () => {
    const trend = trendOf(pointsOf(60, (index) => 50 + index * 0.1))
    expect(trend.perHour).toBeCloseTo(36)
    expect(trend.growth).toBeCloseTo(5.9)
    expect(trend.isFlat).toBe(false)
  })

  it('of a value that oscillates is flat', () => {
    const trend = trendOf(pointsOf(60, (index) => 50 + (index % 2) * 10))
    expect(trend.isFlat).toBe(true)
    expect(Math.abs(trend.growth)).toBeLessThan(1)
  })

  it('of a value that shrinks is flat', () => {
    expect(trendOf(pointsOf(60, (index) => 50 - index * 0.5)).isFlat).toBe(true)
  })

  it('of a small value may rise by its oscillation', () => {
    const points = pointsOf(10, (index) => 20 + index * 0.3)
    expect(trendOf(points).isFlat).toBe(false)
    expect(trendOf(points, { atLeast: 4 }).isFlat).toBe(true)
  })

  it('needs three points', () => {
    expect(() => trendOf(pointsOf(2, () => 1))).toThrow('2 points tell no trend')
  })
})
