// Makes the pictures of the site in README.md: `npm run build`, then `node e2e/make-screenshots.ts` (Node 24) writes docs/images/.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type OpenSite, openSite } from './web/open-site.ts'
import { analyze, verify } from './web/support/tool-page.ts'

const SIZE = { width: 1200, height: 800 }
// What a repository should carry of a picture.
const MOST = 150_000
const folder = new URL('../docs/images/', import.meta.url)

const keep = async (page: Page, name: string): Promise<void> => {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  if (picture.length > MOST) throw new Error(`${name} has ${picture.length} bytes, more than ${MOST}`)
  writeFileSync(new URL(`${name}.png`, folder), picture)
  console.log(`docs/images/${name}.png  ${picture.length} bytes`)
}

/** The faces are optional: what was loaded with the first page is there at the first paint of the second. */
const openTwice = async (site: OpenSite, path: string, colorScheme: 'light' | 'dark'): Promise<Page> => {
  const { page, ready } = await site.open(path, { viewport: SIZE, colorScheme, reducedMotion: 'reduce' })
  await ready()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
  await ready()
  return page
}

mkdirSync(folder, { recursive: true })
const site = await openSite()
try {
  const home = await openTwice(site, '/', 'light')
  await keep(home, 'home-light')

  const run = 'input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:02.000Z'
  const report = await openTwice(site, `/mx-record?${run}`, 'dark')
  await verify(report)
  await analyze(report)
  // Its toast has said what it has to say.
  await report.locator('.toast').waitFor()
  await report.locator('.toast').waitFor({ state: 'detached' })
  await report.getByRole('heading', { level: 2, name: 'Mail still arrives' }).evaluate((heading: HTMLElement) => {
    heading.blur()
    scrollTo(0, heading.getBoundingClientRect().top + scrollY - 80)
  })
  await keep(report, 'mx-report-dark')
} finally {
  await site.close()
}
