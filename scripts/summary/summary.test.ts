import { describe, expect, it } from 'vitest'
import { notPassed, setProblems, summarize, timesOf } from './summary.mjs'

type Run = Parameters<typeof summarize>[0]
type Test = Run['tests'][number]

const test = (title: string, given: Partial<Test> = {}): Test => ({
  report: 'quick',
  file: 'a.test.ts',
  name: `suite › ${title}`,
  title,
  status: 'passed',
  time: 400,
  ...given,
})
const run = (tests: Test[], errors: string[] = []): Run => ({ tests, errors })

describe('setProblems', () => {
  it('accepts a test that one report runs and another one skips', () => {
    const tests = [test('one', { status: 'skipped' }), test('one', { report: 'mariadb' })]
    expect(setProblems(run(tests), ['a.test.ts'])).toEqual([])
  })

  it('finds a test that two reports run', () => {
    const tests = [test('one'), test('one', { report: 'full' })]
    expect(setProblems(run(tests), ['a.test.ts'])).toEqual(['a.test.ts › suite › one runs twice: quick and full'])
  })

  it('finds a test file that no set loads', () => {
    expect(setProblems(run([test('one')]), ['a.test.ts', 'b.spec.ts'])).toEqual(['No set runs b.spec.ts'])
  })
})

describe('notPassed', () => {
  const covered = [{ file: 'a.test.ts', title: 'runs %s' }]

  it('accepts a test that passed, with any values in its title', () => {
    expect(notPassed(covered, run([test('runs mx-record')]))).toEqual([])
  })

  it('finds a test that failed, was skipped, is in another file or does not exist', () => {
    const problem = ['scripts/spec-coverage.yaml names a test that did not pass: a.test.ts › runs %s']
    expect(notPassed(covered, run([test('runs mx-record', { status: 'failed' })]))).toEqual(problem)
    expect(notPassed(covered, run([test('runs mx-record', { status: 'skipped' })]))).toEqual(problem)
    expect(notPassed(covered, run([test('runs mx-record', { file: 'b.test.ts' })]))).toEqual(problem)
    expect(notPassed(covered, run([]))).toEqual(problem)
  })
})

describe('timesOf', () => {
  it('adds the times of each set, and names its longest files', () => {
    const tests = [
      test('one', { time: 900 }),
      test('two', { time: 1200, file: 'b.test.ts' }),
      test('three', { time: 800 }),
      test('one', { report: 'full', time: 60_000 }),
    ]
    expect(timesOf(run(tests))).toEqual([
      '⏱ quick: 3 s of tests; longest: a.test.ts 2 s, b.test.ts 1 s',
      '⏱ full: 60 s of tests; longest: a.test.ts 60 s',
    ])
  })
})

describe('summarize', () => {
  const error = 'AssertionError: expected 1 to be 2\n\n- Expected\n+ Received\n    at file.ts:1:2'

  it('names a test that every report skips', () => {
    expect(summarize(run([test('one'), test('two', { status: 'skipped' })]), [], [])).toEqual({
      lines: ['↓ a.test.ts › suite › two was skipped', '1 passed, 0 failed, 1 skipped'],
      failed: 0,
    })
  })

  it('prints only the counts if everything passed', () => {
    expect(summarize(run([test('one'), test('one', { status: 'skipped', report: 'mariadb' })]), [], [])).toEqual({
      lines: ['1 passed, 0 failed'],
      failed: 0,
    })
  })

  it('names a failed test, its report and the first two lines of its error', () => {
    expect(summarize(run([test('one', { status: 'failed', error })]), [], ['npm test']).lines).toEqual([
      '✗ a.test.ts › suite › one (quick)',
      '    AssertionError: expected 1 to be 2',
      '    - Expected',
      '0 passed, 1 failed',
    ])
  })

  it('names a test that passed at its second try', () => {
    expect(summarize(run([test('one', { error: 'Error: too slow' })]), [], []).lines).toEqual([
      '~ a.test.ts › suite › one (quick), passed at the second try',
      '    Error: too slow',
      '1 passed, 0 failed',
    ])
  })

  it('lists thirty failed tests at most, in lines that are not long', () => {
    const many = Array.from({ length: 34 }, (_, at) =>
      test(`number ${at}`, { status: 'failed', error: 'x'.repeat(5000) }),
    )
    const { lines } = summarize(run(many), [], [])
    expect(lines.slice(-2)).toEqual(['… and 4 more tests failed.', '0 passed, 34 failed'])
    expect(lines).toHaveLength(2 * 30 + 2)
    expect(Math.max(...lines.map(({ length }) => length))).toBe(200)
  })

  it('counts failures outside of tests, and stages that failed although every test passed', () => {
    expect(summarize(run([], ['b.test.ts did not load']), ['No set runs c.test.ts'], ['npm test'])).toEqual({
      lines: ['✗ b.test.ts did not load', '✗ No set runs c.test.ts', '0 passed, 2 failed'],
      failed: 2,
    })
    expect(summarize(run([test('one')]), [], ['npm run check']).lines).toEqual(['1 passed, 1 failed'])
  })
})
