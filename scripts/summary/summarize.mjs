/** @import { Run } from './read-tests.mjs' */

const count = ({ tests }, wanted) => tests.filter(({ status }) => status === wanted).length

/**
 * Returns the counts of both sets in one line: `N passed, N failed`, and `, N skipped` if any were. Tests of the quick set run again in the
 * full set, so only their failures are counted twice. Failures outside of tests count too: a file that did not load, a missing report, or a
 * stage that failed although every test passed.
 *
 * @param {{ quick: Run, full: Run }} runs
 * @param {readonly string[]} failedStages
 */
export const summarize = ({ quick, full }, failedStages) => {
  const failures = ({ stage, run }) =>
    Math.max(count(run, 'failed') + run.errors.length + run.missing.length, failedStages.includes(stage) ? 1 : 0)
  const ofTests = [
    { stage: 'npm test', run: quick },
    { stage: 'npm run test:all', run: full },
  ]
  const others = failedStages.filter((stage) => ofTests.every((known) => known.stage !== stage)).length
  const failed = ofTests.reduce((sum, each) => sum + failures(each), others)
  const skipped = count(full, 'skipped')
  return `${count(full, 'passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
