import { describe, expect, it } from 'vitest'
import { summarize } from './summarize.mjs'

const report = (counts: object) => ({
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...counts,
})

describe('summarize', () => {
  it('counts passed and failed tests', () => {
    expect(summarize(report({ numPassedTests: 812 }), [])).toBe('812 passed, 0 failed')
    expect(summarize(report({ numPassedTests: 810, numFailedTests: 2 }), ['npm test'])).toBe('810 passed, 2 failed')
  })

  it('names skipped tests when there are any', () => {
    expect(summarize(report({ numPassedTests: 8, numPendingTests: 3 }), [])).toBe('8 passed, 0 failed, 3 skipped')
  })

  it('counts a test file that did not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ]
    expect(summarize(report({ numPassedTests: 1, testResults }), ['npm test'])).toBe('1 passed, 1 failed')
  })

  it('counts a stage that failed although every test passed', () => {
    expect(summarize(report({ numPassedTests: 8 }), ['npm run check'])).toBe('8 passed, 1 failed')
    expect(summarize(report({ numPassedTests: 8 }), ['npm test', 'npm run check'])).toBe('8 passed, 2 failed')
  })

  it('counts tests that never ran as one failure', () => {
    expect(summarize(undefined, ['npm test'])).toBe('0 passed, 1 failed')
  })
})
