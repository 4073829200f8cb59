// print-summary.mjs <report.json> [failed stage…]: the last line of .ci/run. Runs on the machine's own Node.
import { existsSync, readFileSync } from 'node:fs'
import { summarize } from './summarize.mjs'

const [file = '', ...failedStages] = process.argv.slice(2)
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
console.log(summarize(report, failedStages))
