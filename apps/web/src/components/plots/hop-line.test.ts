import { describe, expect, it } from 'vitest'
import { HOP_ROW, hopSteps, largestStep, layHops, NETWORK_ROW } from './hop-line.ts'

const hop = (number: number, median: number | null, network = 'AS1 One') => ({
  hop: number,
  network,
  hostname: median === null ? null : `r${number}.example`,
  ip: null,
  times: [median, median, median],
  median,
})

describe('layHops', () => {
  it('gives each network its own row above its hops', () => {
    const { hops, height } = layHops([hop(1, 1), hop(2, 2), hop(3, 3, 'AS2 Two')])
    expect(height).toBe(2 * NETWORK_ROW + 3 * HOP_ROW)
    expect(hops.map(({ network }) => network)).toEqual(['AS1 One', undefined, 'AS2 Two'])
    expect(hops.map(({ y }) => y)).toEqual([60, 104, 186])
  })

  it('places a silent hop at the next answer, and the last ones at the end of the line', () => {
    const { hops } = layHops([hop(1, 1), hop(2, null), hop(3, 9), hop(4, null)])
    expect(hops.map(({ at }) => at)).toEqual([1, 9, 9, 9])
  })
})

describe('hopSteps', () => {
  it('draws one step less than there are hops, dashed around a silent one', () => {
    const { hops } = layHops([hop(1, 1), hop(2, null), hop(3, 9), hop(4, 10)])
    const steps = hopSteps(hops, (time) => time)
    expect(steps.map(({ silent }) => silent)).toEqual([true, true, false])
    expect(steps[2]?.path).toBe('M9 148V170H10V192')
    expect(hopSteps([], (time) => time)).toEqual([])
  })
})

describe('largestStep', () => {
  it('returns the hop with the largest step', () => {
    expect(largestStep([hop(1, 1), hop(2, 2), hop(3, null), hop(4, 70), hop(5, 71)])).toEqual({ hop: 4, by: 68 })
  })

  it('returns none if all steps are about equal', () => {
    expect(largestStep([1, 2, 3, 4, 5, 6, 7, 8].map((at) => hop(at, at)))).toBeUndefined()
    expect(largestStep([])).toBeUndefined()
  })
})
