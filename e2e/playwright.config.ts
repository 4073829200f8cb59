import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser/launch-chromium.ts'

// .ci/run counts the journeys in the reports in this folder.
const { NETBOX_TEST_REPORTS: reports, NETBOX_TEST_SET: set = 'all' } = process.env

// Journeys test user tasks on the built site, in a real Chromium and with a real service. `--grep @smoke` runs each main task once.
export default defineConfig({
  testDir: 'web',
  testMatch: '*.spec.ts',
  outputDir: '../node_modules/.cache/netbox-journeys',
  // The limits are generous, so that a busy machine doesn't reach them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A failed journey runs once more, with a trace. At its end, CI lists the journeys that passed only on the retry.
  retries: 1,
  workers: availableParallelism(),
  reporter:
    reports === undefined ? [['list']] : [['list'], ['json', { outputFile: `${reports}/journeys-${set}.json` }]],
  use: {
    launchOptions: await chromiumOptions(),
    // The limit of an action is lower than the limit of a journey, so that an error shows which action timed out.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // `npx playwright show-trace <file>` shows a failed journey step by step.
    trace: 'on-first-retry',
  },
})
