// summarize-tests.mjs <folder of the reports> [failed stage…]: prints the end of .ci/run: times, what failed, and the counts. Fails if a test runs
// twice, if no set has a test file, or if a test named in scripts/spec-coverage.yaml did not pass. Runs on the machine's own Node.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReports } from './summary/read-reports.mjs'
import { readRules } from './docs/spec-coverage.mjs'
import { notPassed, setProblems, summarize, timesOf } from './summary/summary.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [folder = '', ...failedStages] = process.argv.slice(2)
const run = readReports(folder, root)
const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
// Without all reports, every other test would be a problem.
const problems =
  run.errors.length > 0
    ? []
    : [
        ...setProblems(run, files),
        ...notPassed(readRules(readFileSync(join(root, 'scripts/spec-coverage.yaml'), 'utf8')), run),
      ]
const { lines, failed } = summarize(run, problems, failedStages)
for (const line of [...timesOf(run), ...lines]) console.log(line)
process.exitCode = failed === 0 ? 0 : 1
