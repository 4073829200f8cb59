import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './browser/launch-chromium.ts'
import journeys from './playwright.config.ts'

// `npm run pictures` compares the screens of the built site with the pictures in web/pictures (decision 75).
export default defineConfig({
  ...journeys,
  testMatch: 'pictures.ts',
  fullyParallel: true,
  retries: 0,
  reporter: 'list',
  outputDir: '../node_modules/.cache/netbox-pictures',
  snapshotPathTemplate: 'web/pictures/{arg}{ext}',
  // Letters have the same shapes and colors on every machine.
  use: {
    launchOptions: await chromiumOptions([
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
    ]),
  },
  // Some pixels at the edges of curves differ between processors.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002 } },
})
