import type { Page } from '@playwright/test'
import { noticedIn, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { faultsInAppearance, faultsInAppearances } from './support/appearances.ts'

/** One page of each kind: the start page, a recipe, a tool, a reference with long names, and endpoints. */
const templates = [
  '/docs',
  '/docs/recipes/ci-gate',
  '/docs/tools/mx-record',
  '/docs/library/core-dns',
  '/docs/api/runs',
]
const WIDTHS = [320, 390, 820, 1440, 2560]
// The size limit for the scripts of a documentation page, in bytes, as sent.
const MOST_SCRIPT = 10_000

const ready = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined)
}

const search = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search the docs' }).fill(text)
  await expect(page.getByRole('option').first()).toContainText('Fail a CI job')
}

test('the docs are searched by keyboard, and their code is copied', { tag: '@smoke' }, async ({ site }) =>
  site.visit(undefined, async ({ context }) => {
    await watchPages(context)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await page.goto('/docs')
    await ready(page)
    await search(page, 'fail ci job')
    expect(await faultsInAppearance(page, 'the search', { scheme: 'light', width: 1440 })).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Fail a CI job on a finding' })).toBeVisible()

    await ready(page)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toContain('--fail-on critical')

    await page.getByRole('button', { name: 'Dark theme' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await noticedIn(page)).toEqual([])
  }),
)

test('one docs page of each kind is accessible, fits from 320 to 2560 px, and needs next to no script', async ({
  site,
}) =>
  site.visit(undefined, async ({ context }) => {
    await watchPages(context)
    const page = await context.newPage()
    for (const path of templates)
      await test.step(path, async () => {
        await page.goto(path)
        await ready(page)
        const faults = await faultsInAppearances(page, path)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (over > 0) faults.push(`${over} px too wide at ${width}`)
        }
        const { bytes, late } = await page.evaluate(() => {
          // The cast is safe: entries of type 'resource' have this class.
          const loaded = performance.getEntriesByType('resource').map((entry) => entry as PerformanceResourceTiming)
          const links = [...document.querySelectorAll<HTMLLinkElement>('link[as="font"]')]
          const preloaded = new Set(links.map(({ href }) => href))
          const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
          // A size of 0 means that the font came from the cache. The browser may load cached fonts that the page doesn't use.
          const fonts = loaded.filter(({ name, transferSize }) => /\.woff2?$/.test(name) && transferSize > 0)
          return {
            bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
            late: fonts.map(({ name }) => name).filter((name) => !preloaded.has(name)),
          }
        })
        if (bytes > MOST_SCRIPT) faults.push(`${bytes} bytes of script`)
        // A font that is requested only by a style sheet arrives after the first paint.
        faults.push(...late.map((name) => `${name} is not preloaded`))
        expect([...faults, ...(await noticedIn(page))]).toEqual([])
      })
  }))

test('on a phone the menu is closed, and it opens without a script', async ({ site }) =>
  site.visit(
    undefined,
    async ({ context }) => {
      const page = await context.newPage()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/docs/serve')
      const entry = page
        .getByRole('navigation', { name: 'Docs', exact: true })
        .getByRole('link', { name: 'Getting started' })
      await expect(entry).toBeHidden()
      await page.getByText('Docs menu').click()
      await entry.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible()
    },
    { javaScriptEnabled: false },
  ))

test('after one visit to a docs page, all of them and the search work offline', async ({ site }) => {
  const { service } = site
  await site.visit(
    undefined,
    async ({ context }) => {
      const page = await context.newPage()
      await page.clock.install()
      await page.goto('/docs/serve')
      await ready(page)
      await page.clock.fastForward(3000)
      const isKept = async (): Promise<boolean> =>
        page.evaluate(
          async () =>
            (await caches.match('/docs/world-files')) !== undefined &&
            (await caches.match('/docs/places.json')) !== undefined,
        )
      await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
      await service.stop()
      try {
        await context.setOffline(true)
        await page.goto('/docs/tools/mx-record')
        await ready(page)
        await search(page, 'fail ci job')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: 'Fail a CI job on a finding' })).toBeVisible()
      } finally {
        await service.start()
      }
    },
    { serviceWorkers: 'allow', expected: /preload/ },
  )
})
