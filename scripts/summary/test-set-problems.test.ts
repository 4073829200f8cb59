import { describe, expect, it } from 'vitest'
import { countProblems, coveredTests, notInFullSet, notPassed, testSetProblems } from './test-set-problems.mjs'

const test = (file: string, title: string, status: 'passed' | 'failed' | 'skipped' = 'passed') => ({
  file,
  name: `suite › ${title}`,
  title,
  status,
})
const run = (...tests: ReturnType<typeof test>[]) => ({ tests, errors: [], missing: [] })

describe('notInFullSet', () => {
  it('finds a test that only the quick set runs', () => {
    const quick = run(test('a.test.ts', 'one'), test('a.test.ts', 'two'))
    expect(notInFullSet(quick, run(test('a.test.ts', 'one'), test('b.test.ts', 'two')))).toEqual([
      'The full set does not run a.test.ts › suite › two',
    ])
    expect(notInFullSet(quick, quick)).toEqual([])
  })
})

describe('notPassed', () => {
  const covered = coveredTests('| §1 Tools | A rule | `a.test.ts › runs %s` | `done` |\n| §2 | Open | — | `web` |')

  it('reads the tests of rows that are done', () => {
    expect(covered).toEqual([{ file: 'a.test.ts', title: 'runs %s' }])
  })

  it('accepts a test that passed, with any values in its title', () => {
    expect(notPassed(covered, run(test('a.test.ts', 'runs mx-record')))).toEqual([])
  })

  it('finds a test that failed, was skipped, is in another file or does not exist', () => {
    const problem = ['docs/spec-coverage.md names a test that did not pass: a.test.ts › runs %s']
    expect(notPassed(covered, run(test('a.test.ts', 'runs mx-record', 'failed')))).toEqual(problem)
    expect(notPassed(covered, run(test('a.test.ts', 'runs mx-record', 'skipped')))).toEqual(problem)
    expect(notPassed(covered, run(test('b.test.ts', 'runs mx-record')))).toEqual(problem)
    expect(notPassed(covered, run())).toEqual(problem)
  })
})

describe('countProblems', () => {
  const recorded = [{ passed: 100, why: 'The count when it was first recorded.' }]

  it('accepts the recorded count and some more', () => {
    expect(countProblems(recorded, 100)).toEqual([])
    expect(countProblems(recorded, 150)).toEqual([])
  })

  it('asks for an explanation of fewer tests', () => {
    expect(countProblems(recorded, 99)[0]).toContain('explain it in .ci/passed-tests.json')
    expect(countProblems(recorded, 151)).toEqual([])
  })

  it('accepts a drop with an explaining entry, and no entry without a text', () => {
    const explained = [...recorded, { passed: 80, why: 'Twenty tests asserted that source text exists.' }]
    expect(countProblems(explained, 80)).toEqual([])
    expect(countProblems([...recorded, { passed: 80, why: 'fewer' }], 80)).toHaveLength(1)
  })
})

describe('testSetProblems', () => {
  const known = {
    coverage: '| §1 Tools | A rule | `a.test.ts › one` | `done` |',
    recorded: [{ passed: 2, why: 'The count when it was first recorded.' }],
  }
  const both = run(test('a.test.ts', 'one'), test('b.test.ts', 'two'))

  it('finds nothing wrong with a full run', () => {
    expect(testSetProblems({ quick: run(test('b.test.ts', 'two')), full: both }, known)).toEqual([])
  })

  it('requires no explanation of a count that is lower because a test failed', () => {
    const full = run(test('a.test.ts', 'one'), test('b.test.ts', 'two', 'failed'))
    expect(testSetProblems({ quick: both, full }, known)).toEqual([])
  })

  it('reports a missing report in one sentence, and lists no test because of it', () => {
    const full = { ...run(), missing: ['journeys'] }
    expect(testSetProblems({ quick: both, full }, known)).toEqual([
      "The sets can't be compared without a report of the journeys of the full set.",
    ])
  })
})
