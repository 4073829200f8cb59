// run-tests.mjs [quick] [rest]: runs a set of tests, first Vitest's and then the journeys of Playwright. `quick` needs only Node and npm;
// `rest` has every other test. Runs all parts even if one fails, so that one run shows all failures.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))

const vitest = (mode, ...options) => ({
  name: `Vitest (${mode})`,
  args: [join(dirname(resolve('vitest/package.json')), 'vitest.mjs'), 'run', '--mode', mode, ...options],
})
const journeys = (name, ...options) => ({
  name,
  args: [resolve('@playwright/test/cli'), 'test', '--config', 'e2e/playwright.config.ts', ...options],
})

const sets = {
  quick: [vitest('quick'), journeys('The smoke journeys', '--grep', '@smoke')],
  rest: [
    vitest('full'),
    vitest('mariadb', '--project', 'api'),
    journeys('The other journeys', '--grep-invert', '@smoke'),
  ],
}

const failed = []
for (const set of process.argv.slice(2))
  for (const { name, args } of sets[set]) {
    const { status, signal, error } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NETBOX_TEST_SET: set },
    })
    if (error !== undefined) throw error
    if (signal) process.exit(1)
    if (status !== 0) failed.push(name)
  }
// The output of a failed part may be far above.
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
