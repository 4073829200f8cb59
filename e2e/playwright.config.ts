import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser/launch-chromium.ts'

// .ci/run counts the journeys from this file.
const { NETBOX_JOURNEYS_REPORT: report } = process.env

// Journeys: what a person does with the built site, in a real Chromium before a real service. `--grep @smoke` runs each main task once.
export default defineConfig({
  testDir: 'web',
  testMatch: '*.spec.ts',
  outputDir: '../node_modules/.cache/netbox-journeys',
  // Outer limits, which only a busy machine comes near.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A journey that failed runs once more, with a trace; CI names at its end what passed only then.
  retries: 1,
  workers: availableParallelism(),
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    launchOptions: await chromiumOptions(),
    // `npx playwright show-trace <file>` shows what a journey that failed did and saw.
    trace: 'on-first-retry',
  },
})
