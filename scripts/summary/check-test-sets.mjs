// check-test-sets.mjs <folder of the reports>: checks that the quick set is part of the full set, that the tests in docs/spec-coverage.md
// have passed, and that no test disappeared unnoticed.
import { readOfRoot, readSets } from './read-sets.mjs'
import { testSetProblems } from './test-set-problems.mjs'

const [folder = ''] = process.argv.slice(2)
const { quick, full } = readSets(folder)
const recorded = JSON.parse(readOfRoot('.ci/passed-tests.json'))
const problems = testSetProblems({ quick, full }, { coverage: readOfRoot('docs/spec-coverage.md'), recorded })
for (const problem of problems) console.error(problem)
console.log(
  `${quick.tests.length} tests in the quick set, ${full.tests.length} in the full set; .ci/passed-tests.json asks for ${recorded.at(-1)?.passed}.`,
)
process.exitCode = problems.length === 0 ? 0 : 1
