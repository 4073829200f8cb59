// print-summary.mjs <folder of the reports> [failed stage…]: prints the end of .ci/run. Runs on the machine's own Node.
import { listFailures } from './list-failures.mjs'
import { readSets } from './read-sets.mjs'
import { summarize } from './summarize.mjs'

const [folder = '', ...failedStages] = process.argv.slice(2)
const runs = readSets(folder)

for (const line of listFailures(runs)) console.log(line)
console.log(summarize(runs, failedStages))
