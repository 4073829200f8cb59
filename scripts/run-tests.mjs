// run-tests.mjs [quick]: runs the tests of Vitest and then the journeys of Playwright, in the quick or the full set. Runs the journeys even
// if a test fails, so that one run shows all failures.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInTurn } from './run-in-turn.mjs'

const { resolve } = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const isQuick = process.argv[2] === 'quick'

process.exitCode = runInTurn(
  [
    {
      name: 'Vitest',
      args: [
        join(dirname(resolve('vitest/package.json')), 'vitest.mjs'),
        'run',
        ...(isQuick ? ['--mode', 'quick'] : []),
      ],
    },
    {
      name: 'The journeys',
      args: [
        resolve('@playwright/test/cli'),
        'test',
        '--config',
        'e2e/playwright.config.ts',
        ...(isQuick ? ['--grep', '@smoke'] : []),
      ],
    },
  ],
  (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }),
)
