import { tmpdir } from 'node:os'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '*.spec.mjs',
  outputDir: `${tmpdir()}/sign-up-results`,
  fullyParallel: true,
  reporter: 'line',
  timeout: 60_000,
  maxFailures: 1,
  expect: { timeout: 15_000 },
  webServer: { command: 'node site.mjs', url: 'http://127.0.0.1:8080/' },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    // Chromium trusts only its own list of authorities.
    ignoreHTTPSErrors: true,
  },
})
