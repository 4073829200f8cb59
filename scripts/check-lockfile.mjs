// Refuses a package-lock.json that `npm ci` would refuse, or that would install differently on another machine.
import { readFileSync } from 'node:fs'
import { lockfileProblems } from './lockfile/lockfile-problems.mjs'

const problems = lockfileProblems(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')))
for (const problem of problems) console.error(`package-lock.json: ${problem}`)
if (problems.length > 0) {
  console.error('\nTo regenerate it on Node 24, delete node_modules and package-lock.json, then run npm install.')
  process.exitCode = 1
}
