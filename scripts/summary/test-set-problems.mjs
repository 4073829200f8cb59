/** @import { Run, Test } from './read-tests.mjs' */

const keyOf = ({ file, name }) => `${file} › ${name}`

/**
 * Lists tests of the quick set that the full set does not run.
 *
 * @param {Run} quick
 * @param {Run} full
 * @returns {string[]}
 */
export const notInFullSet = (quick, full) => {
  const known = new Set(full.tests.map(keyOf))
  return quick.tests
    .filter((test) => test.status !== 'skipped' && !known.has(keyOf(test)))
    .map((test) => `The full set does not run ${keyOf(test)}`)
}

/** Reads the tests in docs/spec-coverage.md, as `{ file, title }`. */
export const coveredTests = (markdown) =>
  [...markdown.matchAll(/^\|.*\| `([^`]+?) › ([^|]+?)` \| `done` \|$/gmu)].map(([, file, title]) => ({ file, title }))

// Returns a pattern for a test's title, which may have placeholders in the source: %s, $name, ${name}.
const patternOf = (title) =>
  new RegExp(
    `^${title
      .replaceAll(/[.*+?^(){}|[\]\\]/gu, String.raw`\$&`)
      .replaceAll(/%[sdijo#]|\$\\\{.*?\\\}|\$[\w.]+/gu, '.*')}$`,
    'u',
  )

/**
 * Lists tests in docs/spec-coverage.md that did not pass in the full set.
 *
 * @param {{ file: string, title: string }[]} covered
 * @param {Run} full
 * @returns {string[]}
 */
export const notPassed = (covered, full) => {
  const passed = full.tests.filter(({ status }) => status === 'passed')
  return covered
    .filter(({ file, title }) => {
      const pattern = patternOf(title)
      return !passed.some((test) => test.file === file && pattern.test(test.title))
    })
    .map(({ file, title }) => `docs/spec-coverage.md names a test that did not pass: ${file} › ${title}`)
}

/**
 * Compares the number of passed tests with the last recorded number. A lower number needs a new entry with the reason.
 *
 * @param {readonly { passed: number, why: string }[]} recorded  Oldest first.
 * @param {number} passed
 * @returns {string[]}
 */
export const countProblems = (recorded, passed) => {
  const last = recorded.at(-1)
  const entry = `{ "passed": ${passed}, "why": "…" }`
  if (last === undefined || recorded.some(({ why }) => why.length < 20))
    return ['.ci/passed-tests.json has no entry, or an entry without a reason']
  if (passed < last.passed)
    return [`${last.passed} tests passed before, ${passed} pass now: explain it in .ci/passed-tests.json with ${entry}`]
  return []
}

const countOf = ({ tests }, ...wanted) => tests.filter(({ status }) => wanted.includes(status)).length

/**
 * Lists the problems of the sets. A missing report is the only problem that is listed, because the sets can't be compared without it. A
 * failed test doesn't count as lost, because it is in the list of failures.
 *
 * @param {{ quick: Run, full: Run }} runs
 * @param {{ coverage: string, recorded: readonly { passed: number, why: string }[] }} known  docs/spec-coverage.md and
 * .ci/passed-tests.json
 * @returns {string[]}
 */
export const testSetProblems = ({ quick, full }, { coverage, recorded }) => {
  const missing = [
    ...quick.missing.map((what) => `the ${what} of the quick set`),
    ...full.missing.map((what) => `the ${what} of the full set`),
  ]
  if (missing.length > 0) return [`The sets can't be compared without a report of ${missing.join(', ')}.`]
  return [
    ...notInFullSet(quick, full),
    ...notPassed(coveredTests(coverage), full),
    ...countProblems(recorded, countOf(full, 'passed', 'failed')),
  ]
}
