import { describe, expect, it } from 'vitest'
import { summarize } from './summarize.mjs'

const run = (passed: number, failed = 0, { skipped = 0, errors = [] as string[], missing = [] as string[] } = {}) => {
  const made = (count: number, status: 'passed' | 'failed' | 'skipped') =>
    Array.from({ length: count }, (_, at) => ({ file: 'a.test.ts', name: `${status} ${at}`, title: '', status }))
  return { tests: [...made(passed, 'passed'), ...made(failed, 'failed'), ...made(skipped, 'skipped')], errors, missing }
}

describe('summarize', () => {
  it('counts the tests of the full set once, although the quick set ran some of them before', () => {
    expect(summarize({ quick: run(200), full: run(812) }, [])).toBe('812 passed, 0 failed')
  })

  it('counts the failures of both sets', () => {
    const runs = { quick: run(199, 1), full: run(810, 2) }
    expect(summarize(runs, ['npm test', 'npm run test:all'])).toBe('810 passed, 3 failed')
  })

  it('names skipped tests when there are any', () => {
    expect(summarize({ quick: run(8), full: run(8, 0, { skipped: 3 }) }, [])).toBe('8 passed, 0 failed, 3 skipped')
  })

  it('counts a test file that did not load, and a report that is missing', () => {
    const full = run(1, 0, { errors: ['a.test.ts failed outside of its tests'], missing: ['journeys'] })
    expect(summarize({ quick: run(1), full }, ['npm run test:all'])).toBe('1 passed, 2 failed')
  })

  it('counts a stage that failed although every test passed', () => {
    const runs = { quick: run(8), full: run(8) }
    expect(summarize(runs, ['npm run check'])).toBe('8 passed, 1 failed')
    expect(summarize(runs, ['npm test', 'npm run check'])).toBe('8 passed, 2 failed')
  })
})
