import { describe, expect, it } from 'vitest'
import { placeInDay, stacksOf } from './day-figure.tsx'

const half = (time: string, counts: object) => ({
  start: `2026-11-20T${time}:00.000Z`,
  critical: 0,
  warning: 0,
  info: 0,
  pass: 0,
  ...counts,
})

describe('the line of a day', () => {
  it('spans midnight to midnight UTC', () => {
    expect(placeInDay('2026-11-20T00:00:00.000Z')).toBe(0)
    expect(placeInDay('2026-11-20T18:00:00.000Z')).toBe(75)
  })

  it('stacks at most five marks, the worst on top, next to the count of all', () => {
    const [stack] = stacksOf([half('12:00', { critical: 1, pass: 20, warning: 2 })], 1)
    expect(stack).toEqual({
      at: (12.25 * 100) / 24,
      count: 23,
      marks: ['pass', 'pass', 'warning', 'warning', 'critical'],
    })
  })

  it('has one stack an hour with less space, with the same count', () => {
    const runs = [half('08:00', { pass: 1 }), half('08:30', { info: 2 }), half('09:00', { pass: 1 })]
    expect(stacksOf(runs, 1).map(({ count }) => count)).toEqual([1, 2, 1])
    expect(stacksOf(runs, 2).map(({ count }) => count)).toEqual([3, 1])
  })
})
