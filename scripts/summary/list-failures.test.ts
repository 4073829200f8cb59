import { describe, expect, it } from 'vitest'
import { listFailures } from './list-failures.mjs'

type Tests = Parameters<typeof listFailures>[0]['quick']['tests']

const failed = (title: string, error: string): Tests[number] => ({
  file: 'a.test.ts',
  name: `suite › ${title}`,
  title,
  status: 'failed',
  error,
})
const run = (tests: Tests = [], { errors = [] as string[], missing = [] as string[] } = {}) => ({
  tests,
  errors,
  missing,
})

describe('prints nothing if everything passed', () => {
  it('says nothing where everything passed', () => {
    const passed = { file: 'a.test.ts', name: 'suite › one', title: 'one', status: 'passed' as const }
    expect(listFailures({ quick: run([passed]), full: run([passed]) })).toEqual([])
  })

  it('names each test once, with its failed sets and the first two lines of its error', () => {
    const error = 'AssertionError: expected 1 to be 2\n\n- Expected\n+ Received\n    at file.ts:1:2'
    expect(listFailures({ quick: run([failed('one', error)]), full: run([failed('one', error)]) })).toEqual([
      '✗ a.test.ts › suite › one (quick and full set)',
      '    AssertionError: expected 1 to be 2',
      '    - Expected',
    ])
  })

  it('names a test that passed at its second try', () => {
    const passed = { ...failed('one', 'Error: too slow\n    at file.ts:1:2'), status: 'passed' as const }
    expect(listFailures({ quick: run(), full: run([passed]) })).toEqual([
      '~ a.test.ts › suite › one (full set), passed at the second try',
      '    Error: too slow',
    ])
  })

  it('lists thirty tests at most, in lines that are not long', () => {
    const many = Array.from({ length: 34 }, (_, at) => failed(`number ${at}`, 'x'.repeat(5000)))
    const lines = listFailures({ quick: run(), full: run(many) })
    expect(lines).toHaveLength(2 * 30 + 1)
    expect(lines.at(-1)).toBe('… and 4 more tests failed.')
    expect(Math.max(...lines.map(({ length }) => length))).toBe(200)
  })

  it('reports in one line failures outside of tests, and a missing report', () => {
    const errors = ['b.test.ts failed outside of its tests: no such module']
    expect(listFailures({ quick: run([], { errors }), full: run([], { errors, missing: ['journeys'] }) })).toEqual([
      '✗ The journeys of the full set have no report, because they did not finish.',
      '✗ b.test.ts failed outside of its tests: no such module',
    ])
  })
})
