import { describe, expect, it } from 'vitest'
import { MAX_RECENT_RUNS, readRecentRuns, type RecentRun, withRun } from './own-runs.ts'

const run: RecentRun = {
  tool: 'mx-record',
  input: 'mail.example',
  seed: 'k3f9',
  scenario: 'random',
  at: '2026-01-01T00:00:00.000Z',
  sentence: 'Mail arrives on the first try.',
  severity: 'pass',
}
const runs = Array.from({ length: 60 }, (_, at) => ({ ...run, seed: `s${at}` }))

describe('the recent runs', () => {
  it('begin with the last one', () => {
    expect(withRun([run], { ...run, seed: 'next' }).map(({ seed }) => seed)).toEqual(['next', 'k3f9'])
  })

  it('list the same run once', () => {
    expect(withRun(runs.slice(0, 3), { ...run, seed: 's2' }).map(({ seed }) => seed)).toEqual(['s2', 's0', 's1'])
  })

  it('distinguishes runs with other facts, and keeps the facts', () => {
    const world = { domains: { 'gone.example': { dns: 'nxdomain' } } } as const
    expect(withRun([run], { ...run, world })).toHaveLength(2)
    expect(withRun([{ ...run, world }], { ...run, world: structuredClone(world) })).toHaveLength(1)
    expect(
      readRecentRuns([
        { ...run, world },
        { ...run, world: null },
        { ...run, world: 'x' },
      ]),
    ).toEqual([{ ...run, world }])
  })

  it('are fifty at most', () => {
    expect(MAX_RECENT_RUNS).toBe(50)
    expect(withRun(runs, run)).toHaveLength(50)
    expect(readRecentRuns(runs)).toHaveLength(50)
  })

  it('are read without invalid entries', () => {
    const strange = [
      null,
      7,
      'run',
      {},
      { ...run, severity: 'bad' },
      { ...run, input: 3 },
      { ...run, ranAt: 1e17 },
      { ...run, ranAt: -1 },
      run,
    ]
    expect(readRecentRuns(strange)).toEqual([run])
    expect(readRecentRuns({ 0: run })).toEqual([])
  })
})
