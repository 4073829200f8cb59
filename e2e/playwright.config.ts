import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser/launch-chromium.ts'

// .ci/run counts the journeys from this file.
const { NETBOX_JOURNEYS_REPORT: report } = process.env

// Journeys: user tasks on the built site, in a real Chromium with a real service. `--grep @smoke` runs each main task once.
export default defineConfig({
  testDir: 'web',
  testMatch: '*.spec.ts',
  outputDir: '../node_modules/.cache/netbox-journeys',
  // The limits are generous: only a busy machine comes near them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A failed journey runs once more, with a trace; CI lists at its end the tests that passed only on the retry.
  retries: 1,
  workers: availableParallelism(),
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    launchOptions: await chromiumOptions(),
    // The limit of an action is lower than that of a journey, so that a failure names the action that did not end.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // `npx playwright show-trace <file>` shows a failed journey step by step.
    trace: 'on-first-retry',
  },
})
