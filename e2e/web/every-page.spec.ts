import type { Page } from '@playwright/test'
import { firstVisitFaults, scriptBytes, visitFirst, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { faultsInAppearance, type Appearance, appearancesIn } from './support/appearances.ts'
import { publicPaths } from './support/open-tool.ts'
import { hydrated } from './support/visitors.ts'

/** One page of each kind: home without and with a tool, the email screen, plans, a text page, a form, a missing page. */
const templates = ['/', '/mx-record', '/email-validation', '/pricing', '/help', '/login', '/nothing/here']
const desk: Appearance = { scheme: 'light', width: 1440 }
const otherAppearances = appearancesIn().filter(({ scheme, width }) => scheme !== desk.scheme || width !== desk.width)

// The number of pages in one test, so that it takes only a few seconds.
const GROUP = 7
const all = publicPaths()
const groups = Array.from({ length: Math.ceil(all.length / GROUP) }, (_, at) => all.slice(at * GROUP, (at + 1) * GROUP))

/** Opens pages one after another in a tab, each as a first visit, and lists the faults of each. */
const firstFaults = async (page: Page, paths: readonly string[]): Promise<string[]> => {
  const faults: string[] = []
  for (const path of paths)
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await visitFirst(page, path)
      const found = await firstVisitFaults(page)
      faults.push(...found.map((fault) => `${path}: ${fault}`), ...(await faultsInAppearance(page, path, desk)))
    })
  return faults
}

const title =
  'hydrates in 130 kB and 25 files of script, without trouble or layout shift, fits from 320 to 2560 px, and is accessible'

/** Opens one page of each template and lists its accessibility faults in several appearances. */
const templateFaults = async (page: Page, appearances: readonly Appearance[]): Promise<string[]> => {
  const faults: string[] = []
  for (const path of templates)
    await test.step(path, async () => {
      await page.goto(path)
      await hydrated(page)
      for (const appearance of appearances) faults.push(...(await faultsInAppearance(page, path, appearance)))
    })
  return faults
}

test('one page of each template hydrates without errors, and is accessible', { tag: '@smoke' }, async ({ site }) =>
  site.visit(undefined, async ({ context }) => {
    expect(await templateFaults(await context.newPage(), [desk])).toEqual([])
  }),
)

test('one page of each template is accessible in dark colors and on a phone', async ({ site }) =>
  site.visit(undefined, async ({ context }) => {
    expect(await templateFaults(await context.newPage(), otherAppearances)).toEqual([])
  }))

for (const group of groups)
  test(`every public page ${title}: ${group.join(' ')}`, async ({ site }) =>
    site.visit(undefined, async ({ context }) => {
      await watchPages(context)
      const page = await context.newPage()
      expect(await firstFaults(page, group)).toEqual([])
    }))

// React, the public suffix list (41 kB), the simulation with its faults of web servers, authorities, transfers and encrypted DNS, the names of the
// tools and the zones of the known internet (3 kB), because the card repeats its run.
test('the embedded card loads at most 225 kB of script, with its report', async ({ site }) =>
  site.visit(undefined, async ({ context }) => {
    const page = await context.newPage()
    await page.goto('/embed?tool=mx-record&input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3')
    await expect(page.getByRole('link', { name: 'Open in netbox' })).toBeVisible()
    expect(await scriptBytes(page)).toBeLessThanOrEqual(225_000)
  }))
