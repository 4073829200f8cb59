import { describe, expect, it } from 'vitest'
import { runInTurn } from './run-in-turn.mjs'

const programs = [
  { name: 'Vitest', args: ['unit'] },
  { name: 'journeys', args: ['web'] },
]

/** Runs two fake programs, which end as given. Returns the outcome and the programs that were started. */
const runBoth = (ends: Readonly<Record<string, { status: number | null; signal?: string }>>) => {
  const started: string[] = []
  const said: string[] = []
  const run = ([name = '']: readonly string[]) => {
    started.push(name)
    return ends[name] ?? { status: 0 }
  }
  return { code: runInTurn(programs, run, (sentence) => said.push(sentence)), started, said }
}

describe('runInTurn', () => {
  it('prints nothing when all pass', () => {
    expect(runBoth({})).toEqual({ code: 0, started: ['unit', 'web'], said: [] })
  })

  it('runs the second although the first failed, and reports at the end which failed', () => {
    expect(runBoth({ unit: { status: 3 } })).toEqual({ code: 3, started: ['unit', 'web'], said: ['Failed: Vitest.'] })
    const both = runBoth({ unit: { status: 1 }, web: { status: 2 } })
    expect(both).toMatchObject({ code: 1, said: ['Failed: Vitest, journeys.'] })
  })

  it('starts nothing more after a signal', () => {
    const ended = runBoth({ unit: { status: null, signal: 'SIGINT' } })
    expect(ended).toEqual({ code: 1, started: ['unit'], said: ['Failed: Vitest.'] })
  })
})
