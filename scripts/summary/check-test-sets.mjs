// check-test-sets.mjs <folder of the reports>: the quick set is part of the full one, docs/spec-coverage.md names tests that passed, and no
// test was lost without a word.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from './read-tests.mjs'
import { countProblems, coveredTests, notInFullSet, notPassed } from './test-set-problems.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [folder = ''] = process.argv.slice(2)
const run = (set) => readRun([join(folder, `${set}-tests.json`), join(folder, `${set}-journeys.json`)], root)
const read = (path) => readFileSync(join(root, path), 'utf8')

const [quick, full] = [run('quick'), run('full')]
const passed = full.tests.filter(({ status }) => status === 'passed').length
const problems = [
  ...notInFullSet(quick, full),
  ...notPassed(coveredTests(read('docs/spec-coverage.md')), full),
  ...countProblems(JSON.parse(read('.ci/passed-tests.json')), passed),
]
for (const problem of problems) console.error(problem)
console.log(`${quick.tests.length} tests in the quick set, ${full.tests.length} in the full set.`)
process.exitCode = problems.length === 0 ? 0 : 1
