import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { noticedIn, watchPages } from './support/first-visit.ts'
import { analyzeAtOnce, openTool, passRun, reportText, verify } from './support/open-tool.ts'

const LINK = '/ping-test?input=shop.example&seed=k3f9&scenario=packet-loss&at=2026-11-20T08:14:00.000Z&v=3'

const input = (page: Page) => page.locator('#tool-input')
const download = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })
const seedOf = (page: Page) => new URL(page.url()).searchParams.get('seed') ?? ''
const openCell = async (page: Page, name: string) =>
  page.getByRole('tabpanel').first().getByRole('link', { name, exact: true }).click()

/** Runs MX Record in a new visit, and returns the text of the report. */
const firstRun = async (page: Page): Promise<string> => {
  await verify(page)
  await input(page).fill('mail.example')
  await analyzeAtOnce(page)
  await expect(page).toHaveURL(/[?&]input=mail\.example&/)
  return reportText(page)
}

/** Expects the visitor's own page: the report with its form and the tools. */
const expectOwnPage = async (page: Page, text: string): Promise<void> => {
  await expect(download(page)).toBeVisible()
  await expect(input(page)).toHaveValue('mail.example')
  await expect(page.getByText('A shared report.')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^DNS/ })).toBeVisible()
  expect(await reportText(page)).toBe(text)
}

for (const width of [320, 390, 1440])
  test(
    `reload and Back give a visitor their own page back, without a layout shift at ${width} px`,
    { tag: width === 1440 ? '@smoke' : [] },
    async ({ site }) =>
      site.visit(
        undefined,
        async (visitor) => {
          await watchPages(visitor.context)
          const page = await openTool(visitor, '/mx-record')
          const text = await firstRun(page)
          const seed = seedOf(page)
          await page.reload()
          await expectOwnPage(page, text)
          await expect(page.getByText('Verified in this browser')).toBeVisible()
          await expect(page.getByText('Recent runs, 1')).toBeVisible()
          await expect(page.getByText(`World ${seed} · kept for this visit`)).toBeVisible()
          expect(await noticedIn(page)).toEqual([])

          await openCell(page, 'SPF Check')
          await expect(page).toHaveURL(/\/spf-check$/)
          await analyzeAtOnce(page)
          await expect(page).toHaveURL(new RegExp(`/spf-check\\?.*seed=${seed}`))
          await page.goBack()
          await expect(page).toHaveURL(/\/mx-record\?/)
          await expectOwnPage(page, text)
        },
        { viewport: { width, height: 844 } },
      ),
  )

test('a new tab keeps the world of a link, which all tabs share from then on', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, LINK)
    await expect(page.getByText('A shared report.')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('netbox_visit')
    const link = page.locator('[data-report] a[href*="seed=k3f9"]').first()
    const tab = await visitor.open((await link.getAttribute('href')) ?? '')
    await expect(tab.getByText('World k3f9 · kept for this visit')).toBeVisible()
    await expect(tab.getByRole('region', { name: 'Chosen world' })).toContainText('packet-loss')
    const other = await visitor.open('/mx-record')
    await expect(other.getByText('World k3f9 · kept for this visit')).toBeVisible()
    const strip = (tabOf: Page) => tabOf.getByRole('region', { name: 'Chosen world' })
    await expect(strip(other)).toContainText('packet-loss')
    const docs = await visitor.context.newPage()
    await docs.goto('/docs/getting-started')
    await expect(strip(docs)).toContainText('packet-loss')
    await strip(other).getByRole('button', { name: 'New world' }).click()
    const seed = await strip(other).locator('code').first().textContent()
    expect(seed).not.toBe('k3f9')
    for (const one of [tab, docs]) await expect(strip(one)).toContainText(seed ?? '')
  }))

test('a visit ends with its last tab', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const first = await visitor.open('/mx-record?seed=mine1&scenario=healthy')
    const strip = (tabOf: Page) => tabOf.getByRole('region', { name: 'Chosen world' })
    await expect(strip(first)).toContainText('mine1')
    const second = await visitor.open('/spf-check')
    await first.close({ runBeforeUnload: true })
    await second.reload()
    await expect(strip(second)).toContainText('mine1')
    await second.close({ runBeforeUnload: true })
    await expect(async () => {
      const third = await visitor.open('/spf-check')
      await expect(third.getByText('The first run draws a world for this visit.')).toBeVisible({ timeout: 1000 })
    }).toPass()
  }))

test('the example of the home page runs in the chosen world, and has one of its own without', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const page = await visitor.open('/spf-check?seed=mine1&scenario=spf-permerror')
    const strip = page.getByRole('region', { name: 'Chosen world' })
    await expect(strip).toContainText('mine1')
    const example = page.locator('[data-example]')
    const chosen = example.locator('[data-chosen-world]')
    const own = example.getByText('World k3f9 · kept for this visit')
    await page.goto('/')
    await expect(own).toBeHidden()
    await expect(chosen).toBeVisible()
    await expect(chosen).toContainText('kept for this visit')
    const seed = chosen.locator('code').first()
    expect(await seed.evaluate((part) => getComputedStyle(part, '::before').content)).toBe('"mine1"')
    await example.getByRole('button', { name: 'Analyze' }).click()
    await expect(page).toHaveURL(/\/mx-record\?input=mail\.example$/)
    await expect(strip).toContainText('mine1')
    await expect(strip).toContainText('spf-permerror')
    await page.goBack()
    await strip.getByRole('button', { name: 'Leave this world' }).click()
    await expect(chosen).toBeHidden()
    await expect(own).toBeVisible()
    await example.getByRole('button', { name: 'Analyze' }).click()
    await expect(page).toHaveURL(/scenario=mx-down.*seed=k3f9/)
  }))

test('a tool that is left goes on, and its end is told where the visitor is', { tag: '@smoke' }, async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, '/mx-record')
    await verify(page)
    await input(page).fill('mail.example')
    await page.getByRole('button', { name: 'Analyze' }).click()
    await expect(page.getByRole('log')).toContainText('MX Record started for mail.example')
    await openCell(page, 'SPF Check')
    await expect(page).toHaveURL(/\/spf-check$/)
    const show = page.locator('[data-toast]').getByRole('button', { name: 'Show report' })
    await expect(async () => {
      await page.clock.runFor(500)
      expect(await show.isVisible()).toBe(true)
    }).toPass({ intervals: [50], timeout: 20_000 })
    await expect(page.getByText('Recent runs, 1')).toBeVisible()
    await show.click()
    await passRun(page)
    await expect(page).toHaveURL(/\/mx-record\?input=mail\.example&/)
    await expect(input(page)).toHaveValue('mail.example')
  }),
)
