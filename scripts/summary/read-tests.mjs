import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {{ file: string, name: string, title: string, status: 'passed' | 'failed' | 'skipped' }} Test  A test that a run knows;
 * `file` from the repository's root, `name` with the names of its suites before the title.
 */

/**
 * @typedef {{ tests: Test[], errors: number }} Run  The tests of a run, and what failed outside of a test: a file that did not load.
 */

const statusOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped')

/** Reads what Vitest's JSON reporter writes. */
const readVitest = ({ testResults }, root) => ({
  tests: testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, file),
      name: [...ancestorTitles, title].join(' › '),
      title,
      status: statusOf(status),
    })),
  ),
  errors: testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .length,
})

// A journey that passed at its second try has failed.
const statusOfSpec = ({ tests }) => {
  const is = (wanted) => tests.every(({ status }) => status === wanted)
  return is('skipped') ? 'skipped' : is('expected') ? 'passed' : 'failed'
}

/** Reads what Playwright's JSON reporter writes. */
const readPlaywright = ({ suites, errors, config }, root) => {
  const folder = relative(root, config.rootDir)
  const testsOf = (suite, above) => [
    ...(suite.specs ?? []).map((spec) => ({
      file: `${folder}/${spec.file}`,
      name: [...above, spec.title].join(' › '),
      title: spec.title,
      status: statusOfSpec(spec),
    })),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...above, inner.title])),
  ]
  // The outermost suites are the files.
  return { tests: suites.flatMap((suite) => testsOf(suite, [])), errors: errors.length }
}

/**
 * Reads the reports of one test command, of either runner. A report that is missing counts as an error: its runner never came to its end.
 *
 * @param {readonly string[]} files
 * @param {string} root  The repository.
 * @returns {Run}
 */
export const readRun = (files, root) => {
  const runs = files.map((file) => {
    if (!existsSync(file)) return { tests: [], errors: 1 }
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return 'testResults' in report ? readVitest(report, root) : readPlaywright(report, root)
  })
  return { tests: runs.flatMap(({ tests }) => tests), errors: runs.reduce((sum, { errors }) => sum + errors, 0) }
}
