/**
 * @typedef {{
 *   success: boolean, numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[],
 * }} Report  What vitest's JSON reporter writes.
 */

/**
 * Counts a run in one line: `N passed, N failed`, with `, N skipped` when there are any. What failed outside of a
 * test counts too: a test file that did not load, a stage that failed although every test passed.
 *
 * @param {Report | undefined} report  Undefined when the tests never ran.
 * @param {readonly string[]} failedStages
 */
export const summarize = (report, failedStages) => {
  const passed = report?.numPassedTests ?? 0
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const failedTests = (report?.numFailedTests ?? 0) + brokenFiles(report)
  const explained = failedTests > 0 && failedStages.includes('npm test') ? 1 : 0
  const failed = failedTests + failedStages.length - explained
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

const brokenFiles = (report) =>
  (report?.testResults ?? []).filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
