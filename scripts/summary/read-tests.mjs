import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ file: string, name: string, title: string, status: 'passed' | 'failed' | 'skipped', error?: string }} Test  A test of a run.
 * `file` is relative to the repository's root. `name` is the title after the names of the test's suites. `error` is the error of a failed
 * try: if the test passed, it needed a second try.
 */

/**
 * @typedef {{ tests: Test[], errors: string[], missing: string[] }} Run  The tests of a run, the failures outside of tests, each as a
 * sentence, and the missing reports of runners that did not finish.
 */

const statusOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped')

const withError = (test, message) =>
  test.status === 'failed' || message !== undefined ? { ...test, error: stripVTControlCharacters(message ?? '') } : test

/** Reads the output of Vitest's JSON reporter. */
const readVitest = ({ testResults }, root) => ({
  tests: testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) =>
      withError(
        {
          file: relative(root, file),
          name: [...ancestorTitles, title].join(' › '),
          title,
          status: statusOf(status),
        },
        failureMessages?.[0],
      ),
    ),
  ),
  // A file may fail to load, or its setup may fail. The report has the reason only if the file failed to load.
  errors: testResults
    .filter((file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'))
    .map(({ name, message }) => {
      const [reason = ''] = stripVTControlCharacters(message ?? '').split('\n')
      return `${relative(root, name)} failed outside of its tests: ${reason || 'its set-up, as the output of Vitest says'}`
    }),
})

const statusOfSpec = ({ tests }) => {
  const are = (...wanted) => tests.every(({ status }) => wanted.includes(status))
  return are('skipped') ? 'skipped' : are('expected', 'flaky') ? 'passed' : 'failed'
}

const errorOfSpec = ({ tests }) =>
  tests.flatMap(({ results = [] }) => results).find(({ error }) => error?.message !== undefined)?.error.message

/** Reads the output of Playwright's JSON reporter. */
const readPlaywright = ({ suites, errors, config }, root) => {
  const folder = relative(root, config.rootDir)
  const testsOf = (suite, above) => [
    ...(suite.specs ?? []).map((spec) =>
      withError(
        {
          file: `${folder}/${spec.file}`,
          name: [...above, spec.title].join(' › '),
          title: spec.title,
          status: statusOfSpec(spec),
        },
        errorOfSpec(spec),
      ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...above, inner.title])),
  ]
  // The outermost suites are the test files.
  return {
    tests: suites.flatMap((suite) => testsOf(suite, [])),
    errors: errors.map(({ message = '' }) => `A journey failed outside of its test: ${message.split('\n')[0]}`),
  }
}

/**
 * Reads the reports of one test command, from both runners.
 *
 * @param {Readonly<Record<string, string>>} files  The report of each runner, by the name of its tests.
 * @param {string} root  The repository.
 * @returns {Run}
 */
export const readRun = (files, root) => {
  const isThere = ([, file]) => existsSync(file)
  const runs = Object.entries(files)
    .filter(isThere)
    .map(([, file]) => {
      const report = JSON.parse(readFileSync(file, 'utf8'))
      return 'testResults' in report ? readVitest(report, root) : readPlaywright(report, root)
    })
  return {
    tests: runs.flatMap(({ tests }) => tests),
    errors: runs.flatMap(({ errors }) => errors),
    missing: Object.entries(files)
      .filter((entry) => !isThere(entry))
      .map(([name]) => name),
  }
}
