/** @import { Run, Test } from './read-reports.mjs' */

// The maximum number of failures in the list. Some viewers show only the end of a long output, so the list must be short.
const MOST = 30
const WIDTH = 200

const keyOf = ({ file, name }) => `${file} › ${name}`
const cut = (line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)
const failedOf = ({ tests }) => tests.filter(({ status }) => status === 'failed')

/** Returns the names of the reports that run each test. A runner that selects some tests of a file reports the others as skipped. */
const reportsOf = ({ tests }) => {
  const reports = new Map()
  for (const test of tests) {
    const known = reports.get(keyOf(test)) ?? new Set()
    reports.set(keyOf(test), test.status === 'skipped' ? known : known.add(test.report))
  }
  return reports
}

/**
 * Lists tests that run in two reports, and test files that no set has.
 *
 * @param {Run} run
 * @param {readonly string[]} files  All test files of the repository.
 * @returns {string[]}
 */
export const setProblems = (run, files) => {
  const loaded = new Set(run.tests.map(({ file }) => file))
  return [
    ...[...reportsOf(run)]
      .filter(([, { size }]) => size > 1)
      .map(([key, reports]) => `${key} runs twice: ${[...reports].join(' and ')}`),
    ...files.filter((file) => !loaded.has(file)).map((file) => `No set runs ${file}`),
  ]
}

// Returns a pattern for a test's title, which may have placeholders in the source: %s, $name, ${name}.
const patternOf = (title) =>
  new RegExp(
    `^${title
      .replaceAll(/[.*+?^(){}|[\]\\]/gu, String.raw`\$&`)
      .replaceAll(/%[sdijo#]|\$\\\{.*?\\\}|\$[\w.]+/gu, '.*')}$`,
    'u',
  )

/**
 * Lists tests in scripts/spec-coverage.yaml that did not pass.
 *
 * @param {{ file: string, title: string }[]} covered
 * @param {Run} run
 * @returns {string[]}
 */
export const notPassed = (covered, { tests }) => {
  const passed = tests.filter(({ status }) => status === 'passed')
  return covered
    .filter(({ file, title }) => {
      const pattern = patternOf(title)
      return !passed.some((test) => test.file === file && pattern.test(test.title))
    })
    .map(({ file, title }) => `scripts/spec-coverage.yaml names a test that did not pass: ${file} › ${title}`)
}

/** Returns a line with a test's name, and the first two lines of its error without the stack. */
const linesOf = (sign, { report, file, name, error = '' }, note = '') => [
  cut(`${sign} ${file} › ${name} (${report})${note}`),
  ...error
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, 2)
    .map((line) => cut(`    ${line}`)),
]

// The number of files that a set names. To make a set faster, begin with them.
const LONGEST = 6

/**
 * Returns a line for each set of a run: the seconds of its tests, which run in several processes at once, and its longest files.
 *
 * @param {Run} run
 * @returns {string[]}
 *
 * @example
 * timesOf(run)
 * // ['⏱ quick: 610 s of tests; longest: apps/cli/src/main.test.ts 41 s']
 */
export const timesOf = ({ tests }) => {
  const sets = new Map()
  for (const { report, file, time } of tests) {
    const files = sets.get(report) ?? new Map()
    sets.set(report, files.set(file, (files.get(file) ?? 0) + time))
  }
  const inSeconds = (time) => `${Math.round(time / 1000)} s`
  return [...sets].map(([report, files]) => {
    const sum = [...files.values()].reduce((before, time) => before + time, 0)
    const longest = [...files].toSorted(([, one], [, other]) => other - one).slice(0, LONGEST)
    const named = longest.map(([file, time]) => `${file} ${inSeconds(time)}`)
    return `⏱ ${report}: ${inSeconds(sum)} of tests; longest: ${named.join(', ')}`
  })
}

/**
 * Returns the last lines of a run: its failures, the tests that passed only at the second try (a defect that the tested change didn't
 * cause), the skipped tests, and the counts as `N passed, N failed`. A failure outside of tests counts too, and so does a stage that failed although every
 * test passed.
 *
 * @param {Run} run
 * @param {readonly string[]} problems
 * @param {readonly string[]} failedStages
 * @returns {{ lines: string[], failed: number }}
 */
export const summarize = (run, problems, failedStages) => {
  const failed = failedOf(run)
  const retried = run.tests.filter(({ status, error }) => status === 'passed' && error !== undefined)
  // A program that a test needs may be missing. Where it must not be, a variable such as NETBOX_REQUIRE_MARIADB makes its tests fail.
  const skipped = [...reportsOf(run)].filter(([, { size }]) => size === 0).map(([key]) => key)
  const sentences = [...run.errors, ...problems]
  const count = Math.max(failed.length + sentences.length, failedStages.length)
  return {
    lines: [
      ...sentences.slice(0, MOST).map((sentence) => cut(`✗ ${sentence}`)),
      ...failed.slice(0, MOST).flatMap((test) => linesOf('✗', test)),
      ...(failed.length > MOST ? [`… and ${failed.length - MOST} more tests failed.`] : []),
      ...retried.slice(0, MOST).flatMap((test) => linesOf('~', test, ', passed at the second try')),
      ...skipped.slice(0, MOST).map((key) => cut(`↓ ${key} was skipped`)),
      `${run.tests.filter(({ status }) => status === 'passed').length} passed, ${count} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
    ],
    failed: count,
  }
}
