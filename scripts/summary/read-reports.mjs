import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The reports that the two sets of tests write. Each test is run in exactly one of them. */
export const REPORTS = ['quick', 'full', 'mariadb', 'journeys-quick', 'journeys-rest']

/**
 * @typedef {{ report: string, file: string, name: string, title: string, status: 'passed' | 'failed' | 'skipped', time: number, error?: string }} Test
 * A test in a report. `file` is relative to the repository's root. `name` is the title after the names of the test's suites. `time` is the
 * milliseconds of all its tries. `error` is the error of a failed try: if the test passed, it needed a second try.
 */

/**
 * @typedef {{ tests: Test[], errors: string[] }} Run  The tests of all reports, and the failures outside of tests, each as a sentence.
 */

const errorOf = (message) => (message === undefined ? {} : { error: stripVTControlCharacters(message) })

/** Reads the output of Vitest's JSON reporter. */
const readVitest = ({ testResults }, report, root) => ({
  tests: testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, duration, failureMessages }) => ({
      report,
      file: relative(root, file),
      name: [...ancestorTitles, title].join(' › '),
      title,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      time: duration ?? 0,
      ...errorOf(failureMessages?.[0]),
    })),
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

/** Reads the output of Playwright's JSON reporter, whose outermost suites are the test files. */
const readPlaywright = ({ suites, errors, config }, report, root) => {
  const folder = relative(root, config.rootDir)
  const testsOf = (suite, above) => [
    ...(suite.specs ?? []).map((spec) => {
      const tries = spec.tests.flatMap(({ results = [] }) => results)
      return {
        report,
        file: `${folder}/${spec.file}`,
        name: [...above, spec.title].join(' › '),
        title: spec.title,
        status: statusOfSpec(spec),
        time: tries.reduce((sum, { duration = 0 }) => sum + duration, 0),
        ...errorOf(tries.find(({ error }) => error?.message)?.error.message),
      }
    }),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...above, inner.title])),
  ]
  return {
    tests: suites.flatMap((suite) => testsOf(suite, [])),
    errors: errors.map(({ message = '' }) => `A journey failed outside of its test: ${message.split('\n')[0]}`),
  }
}

/**
 * Reads the reports in a folder. A missing report is an error, because its runner did not finish.
 *
 * @param {string} folder
 * @param {string} root  The repository.
 * @returns {Run}
 */
export const readReports = (folder, root) => {
  const runs = REPORTS.map((report) => {
    const path = join(folder, `${report}.json`)
    if (!existsSync(path))
      return { tests: [], errors: [`There is no report of the ${report} tests, because they did not finish`] }
    const content = JSON.parse(readFileSync(path, 'utf8'))
    return 'testResults' in content ? readVitest(content, report, root) : readPlaywright(content, report, root)
  })
  return { tests: runs.flatMap(({ tests }) => tests), errors: runs.flatMap(({ errors }) => errors) }
}
