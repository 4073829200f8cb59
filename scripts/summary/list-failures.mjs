/** @import { Run, Test } from './read-tests.mjs' */

// The maximum number of failures in the list. Some viewers show only the end of a long output, so the list must be short.
const MOST = 30
const WIDTH = 200

const cut = (line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)

/** Returns the first two lines of an error, without its stack. */
const startOf = (/** @type {string} */ error) =>
  error
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, 2)
    .map((line) => cut(`    ${line}`))

/** Returns the name of a failed test and the start of its error. */
const linesOf = (sets, { file, name, error = '' }) => [
  cut(`✗ ${file} › ${name} (${sets.join(' and ')} set)`),
  ...startOf(error),
]

/** Describes a test that passed only at the second try. This is a defect, but the tested change didn't cause it. */
const linesOfRetried = (set, { file, name, error }) => [
  cut(`~ ${file} › ${name} (${set} set), passed at the second try`),
  ...startOf(error),
]

/** Returns the lines before the count: the failures of both sets, each test once, the missing reports, and the retried tests. */
export const listFailures = (/** @type {{ quick: Run, full: Run }} */ runs) => {
  const sets = Object.entries(runs)
  const failed = new Map()
  const retried = sets.flatMap(([set, { tests }]) =>
    tests
      .filter(({ status, error }) => status === 'passed' && error !== undefined)
      .map((test) => linesOfRetried(set, test)),
  )
  for (const [set, { tests }] of sets)
    for (const test of tests.filter(({ status }) => status === 'failed')) {
      const key = `${test.file} › ${test.name}`
      const known = failed.get(key)
      if (known === undefined) failed.set(key, { sets: [set], test })
      else known.sets.push(set)
    }
  const listed = [...failed.values()].slice(0, MOST).flatMap((each) => linesOf(each.sets, each.test))
  return [
    ...sets.flatMap(([set, { missing }]) =>
      missing.map((what) => `✗ The ${what} of the ${set} set have no report, because they did not finish.`),
    ),
    ...new Set(sets.flatMap(([, { errors }]) => errors.map((error) => cut(`✗ ${error}`))).slice(0, MOST)),
    ...listed,
    ...(failed.size > MOST ? [`… and ${failed.size - MOST} more tests failed.`] : []),
    ...retried.slice(0, MOST).flat(),
  ]
}
