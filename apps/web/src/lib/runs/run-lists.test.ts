import { expect, it } from 'vitest'
import { countSeverities, inLists } from './run-lists.ts'

const run = { tool: 'mx-record', input: 'a.example', seed: 's1', scenario: 'random', at: '2026-11-20T08:00:00.000Z' }
const world = { domains: { 'a.example': { dns: 'nxdomain' } } } as const
const other = { ...run, input: 'b.example' }

it('joins neighboring runs of one tool in one world', () => {
  const sizesOf = (runs: readonly (typeof run | undefined)[]) => inLists(runs, (one) => one).map(({ length }) => length)
  expect(sizesOf([])).toEqual([])
  expect(sizesOf([run, other, { ...run, tool: 'a-record' }, run])).toEqual([2, 1, 1])
  for (const change of [{ seed: 's2' }, { scenario: 'healthy' }, { at: '2026-11-20T08:00:00.001Z' }, { world }])
    expect(sizesOf([run, { ...other, ...change }])).toEqual([1, 1])
  expect(sizesOf([run, other, run, other, run])).toEqual([2, 2, 1])
  expect(sizesOf([undefined, undefined])).toEqual([1, 1])
})

it('counts severities, the worst first', () => {
  const runs = (['pass', 'critical', null, 'pass'] as const).map((severity) => ({ severity }))
  expect(countSeverities(runs)).toEqual([
    ['critical', 1],
    ['pass', 2],
  ])
})
