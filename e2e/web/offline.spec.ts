import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type FolderSite, serveCopy } from './support/folder-site.ts'
import { expect, test } from './support/journey.ts'
import { publicPaths, reportText, verify } from './support/open-tool.ts'
import { hydrated, type Visitor } from './support/visitors.ts'

// The time in milliseconds after which an open page has started to cache the site.
const LATER = 3000

const WITH_WORKER = {
  serviceWorkers: 'allow',
  // The browser warns about preloaded files if a service worker serves the page.
  expected: /preload/,
} as const

/** Opens a page for the first time and waits until its service worker has taken over. */
const openAndKeep = async ({ context }: Visitor, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(path)
  await hydrated(page)
  await page.clock.fastForward(LATER)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
  return page
}

/** Runs the tool and advances the clock until the run is finished. */
const analyzeAtOnce = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 250 })
  }).toPass()
}

/** Lists the scripts, styles and fonts of the build, without their compressed files. */
const assets = (): string[] =>
  readdirSync(new URL('../../apps/web/dist/site/assets/', import.meta.url))
    .filter((name) => !/\.(?:br|gz)$/.test(name))
    .map((name) => `/assets/${name}`)

/** Lists the paths of all cached files. */
const cached = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const callPlans = async (page: Page): Promise<string> =>
  page.evaluate(async () =>
    fetch('/api/plans', { cache: 'no-store' })
      .then(({ status }) => String(status))
      .catch(() => 'refused'),
  )

test('works without a network after one visit, and stores no response of the service', async ({ site }) => {
  const { service } = site
  await site.visit(
    undefined,
    async (visitor) => {
      const page = await openAndKeep(visitor, '/')

      await test.step('keeps pages and files, and nothing that the service answers', async () => {
        expect(await callPlans(page)).toBe('200')
        const wanted = [...publicPaths().filter((path) => path !== '/nothing/here'), ...assets()]
        const missing = async () => {
          const paths = await cached(page)
          return wanted.filter((path) => !paths.includes(path))
        }
        await expect.poll(missing).toEqual([])
        expect((await cached(page)).filter((path) => /^\/(?:api|health)/.test(path))).toEqual([])
      })

      await service.stop()
      try {
        await visitor.context.setOffline(true)
        await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
        expect(await callPlans(page)).toBe('refused')

        // This tool wasn't opened before, so its code, its simulation and its picture come from the cache.
        await test.step('runs a tool', async () => {
          await page.goto('/mx-record?input=mail.example&seed=k3f9')
          await verify(page)
          await analyzeAtOnce(page)
          await expect(page.locator('figure').filter({ hasText: 'mx1.mail.example' }).first()).toBeVisible()
          expect(await reportText(page)).toContain('seed k3f9')
        })
        for (const path of ['/help', '/login', '/whois-lookup/'])
          await test.step(path, async () => {
            await page.goto(path)
            await hydrated(page)
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          })
        await test.step('says where nothing is', async () => {
          const missing = await page.goto('/no/such/page')
          expect(missing?.status()).toBe(404)
          await expect(page.getByText('Oops! Page not found')).toBeVisible()
        })
      } finally {
        await service.start()
      }
    },
    WITH_WORKER,
  )
})

test('an open page of the documentation works offline before the rest is cached', async ({ site }) =>
  site.visit(
    undefined,
    async ({ context }) => {
      // No other page or file can be cached.
      const own = /\/(?:assets\/.*|docs\/serve|404|sw\.js|favicon\.svg)$/
      await context.route(
        (url) => !own.test(url.pathname),
        async (route) => route.abort(),
      )
      const page = await context.newPage()
      await page.goto('/docs/serve')
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
      })
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    },
    WITH_WORKER,
  ))

test.describe('a new version', () => {
  let copy: FolderSite
  test.beforeAll(async () => {
    copy = await serveCopy()
  })
  test.afterAll(async () => copy.close())

  /** Returns whether the service worker of a version has taken over. */
  const isThere = async (page: Page, version: string): Promise<boolean> =>
    page.evaluate(async (name) => {
      const registration = await navigator.serviceWorker.getRegistration()
      const isBusy = registration?.installing !== null || registration.waiting !== null
      return !isBusy && registration.active?.state === 'activated' && (await caches.has(name))
    }, `netbox-${version}`)

  test('is shown at once, then cached, and leaves the previous build to the tabs that use it', async ({ site }) =>
    site.visit(
      undefined,
      async (visitor) => {
        const page = await openAndKeep(visitor, '/help')
        await expect(page).toHaveTitle('Help · netbox')

        copy.release('second', 'help.html', '<title>Help ', '<title>New help ')
        await page.goto('/help')
        await expect(page).toHaveTitle('New help · netbox')
        await hydrated(page)
        await page.clock.fastForward(LATER)
        await expect.poll(async () => isThere(page, 'second'), { timeout: 30_000 }).toBe(true)
        expect(await page.evaluate(async () => caches.keys())).toHaveLength(2)

        // The cache has the new version: it is shown when a proxy can't reach the service (502), and without a network.
        for (const status of [502, 0]) {
          copy.failWith(status)
          await page.goto('/help')
          await expect(page).toHaveTitle('New help · netbox')
        }
      },
      { ...WITH_WORKER, url: copy.url },
    ))
})
