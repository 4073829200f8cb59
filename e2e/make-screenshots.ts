// Creates the screenshots of the site in docs/: `npm run build`, then `node e2e/make-screenshots.ts` (Node 24) writes docs/images/.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { launchChromium } from './browser/launch-chromium.ts'
import { startService } from './start-service.ts'
import { hydrated, newVisitor } from './web/support/visitors.ts'

const SIZE = { width: 1200, height: 800 }
// The size limit of a picture in the repository, in bytes.
const MOST = 150_000
const folder = new URL('../docs/images/', import.meta.url)

const keep = async (page: Page, name: string): Promise<void> => {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  if (picture.length > MOST) throw new Error(`${name} has ${picture.length} bytes, more than ${MOST}`)
  writeFileSync(new URL(`${name}.png`, folder), picture)
  console.log(`docs/images/${name}.png  ${picture.length} bytes`)
}

mkdirSync(folder, { recursive: true })
const [service, browser] = await Promise.all([startService({ variables: { LOG_LEVEL: 'warn' } }), launchChromium()])

/** Opens a page twice. The fonts are optional, so only the second page has them at its first paint. */
const openTwice = async (path: string, colorScheme: 'light' | 'dark'): Promise<Page> => {
  const options = { viewport: SIZE, colorScheme, reducedMotion: 'reduce' } as const
  const page = await (await newVisitor(browser, service.url, options)).open(path)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
  await hydrated(page)
  return page
}

try {
  const home = await openTwice('/', 'light')
  await keep(home, 'home-light')
} finally {
  await browser.close()
  await service.remove()
}
