// print-summary.mjs <folder of the reports> [failed stage…]: the end of .ci/run. Runs on the machine's own Node.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from './read-tests.mjs'
import { summarize } from './summarize.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [folder = '', ...failedStages] = process.argv.slice(2)
const run = (set) => readRun([join(folder, `${set}-tests.json`), join(folder, `${set}-journeys.json`)], root)

console.log(summarize({ quick: run('quick'), full: run('full') }, failedStages))
