import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HopsPlot, largestStep, layHops } from './hops-plot.tsx'

const hop = (number: number, median: number | null, network = 'AS1 One') => ({
  hop: number,
  network,
  hostname: median === null ? null : `r${number}.example`,
  ip: null,
  times: [median, median, median],
  median,
})

describe('layHops', () => {
  it('names each network on its first hop', () => {
    const hops = layHops([hop(1, 1), hop(2, 2), hop(3, 3, 'AS2 Two')])
    expect(hops.map(({ network }) => network)).toEqual(['AS1 One', undefined, 'AS2 Two'])
  })

  it('places a silent hop at the next answer, and the last ones at the end of the line', () => {
    const hops = layHops([hop(1, 1), hop(2, null), hop(3, 9), hop(4, null)])
    expect(hops.map(({ at }) => at)).toEqual([1, 9, 9, 9])
    expect(hops.map(({ before }) => before)).toEqual([undefined, 1, 9, 9])
  })

  it('draws one step less than there are hops, dashed around a silent one', () => {
    const hops = layHops([hop(1, 1), hop(2, null), hop(3, 9), hop(4, 10)])
    expect(hops.slice(1).map(({ isDashed: [before] }) => before)).toEqual([true, true, false])
    expect(hops.slice(0, -1).map(({ isDashed: [, after] }) => after)).toEqual([true, true, false])
    expect(layHops([])).toEqual([])
  })
})

describe('HopsPlot', () => {
  it('gives each network its own row above its hops', () => {
    const hops = [hop(1, 1), hop(2, 2), hop(3, 3, 'AS2 Two')]
    const plot = { kind: 'hops', caption: '', alternative: '', hops } as const
    const words = renderToStaticMarkup(createElement(HopsPlot, { plot })).replaceAll(/<[^>]*>/g, ' ')
    expect(words.match(/AS1|AS2|r\d\.example/g)).toEqual(['AS1', 'r1.example', 'r2.example', 'AS2', 'r3.example'])
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
