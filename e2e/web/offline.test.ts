import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, launchChromium } from '../browser/launch-chromium.ts'
import { type FolderSite, serveCopy } from './support/folder-site.ts'
import { type Service, startService } from './support/start-service.ts'
import { analyze, reportText, verify } from './support/tool-page.ts'
import { alive } from './support/visitors.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => browser.close())

/** Waits until everything is kept: a worker is ready once it has been installed, and it is installed once it has it all. */
const kept = async (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

describe('without a network, after one visit', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(async () => service.close())

  it('shows every page, runs tools with their pictures, and says what has to wait', async () => {
    const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } })
    const errors: string[] = []
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto('/')
    await alive(page)
    await kept(page)

    await service.stop()
    await context.setOffline(true)
    await page.getByRole('status').filter({ hasText: 'You are offline.' }).waitFor()

    // None of it was opened before: the code of the tool, its simulation and its picture come from what was kept.
    for (const [path, input, figure] of [
      ['/mx-record', 'mail.example', 'mx1.mail.example'],
      ['/dns-propagation', 'shop.example', 'Frankfurt'],
    ] as const) {
      await page.goto(`${path}?input=${input}&seed=k3f9&at=2026-01-01T00:00:00Z`)
      await alive(page)
      await verify(page)
      await analyze(page)
      await page.locator('figure').filter({ hasText: figure }).first().waitFor()
      expect(await reportText(page)).toContain('seed k3f9')
    }
    for (const path of ['/help', '/pricing', '/privacy', '/login', '/whois-lookup/']) {
      await page.goto(path)
      await alive(page)
      expect(await page.locator('h1').count()).toBe(1)
    }
    const missing = await page.goto('/no/such/page')
    expect(missing?.status()).toBe(404)
    await page.getByText('Oops! Page not found').waitFor()
    expect(errors).toEqual([])
    await context.close()
    await service.start()
  })

  it('never keeps what the service answers', async () => {
    const context = await browser.newContext({ baseURL: service.url })
    const page = await context.newPage()
    await page.goto('/')
    await alive(page)
    await kept(page)
    expect(await page.evaluate(async () => (await fetch('/api/plans', { cache: 'no-store' })).ok)).toBe(true)
    const paths = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => /^\/(?:api|health)/.test(path))).toEqual([])
    await service.stop()
    expect(
      await page.evaluate(async () =>
        fetch('/api/plans', { cache: 'no-store' })
          .then(() => 'answered')
          .catch(() => 'refused'),
      ),
    ).toBe('refused')
    await service.start()
    await context.close()
  })
})

describe('a new version', () => {
  let site: FolderSite
  beforeAll(async () => {
    site = await serveCopy()
  })
  afterAll(async () => site.close())

  const heading = async (page: Page) => page.locator('h1').innerText()
  const versions = async (page: Page) => page.evaluate(async () => caches.keys())
  const arrived = async (page: Page, version: string): Promise<void> =>
    page.evaluate(async (name) => {
      const isThere = async (): Promise<boolean> => {
        const registration = await navigator.serviceWorker.getRegistration()
        const isBusy = registration?.installing !== null || registration.waiting !== null
        return !isBusy && registration.active?.state === 'activated' && (await caches.has(name))
      }
      while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 50))
    }, `netbox-${version}`)

  it('is shown at once, kept in turn, and leaves the one before to the tabs that have it', async () => {
    const context = await browser.newContext({ baseURL: site.url })
    const page = await context.newPage()
    await page.goto('/help')
    await alive(page)
    await kept(page)
    expect(await heading(page)).toBe('How netbox works')

    site.release('second', 'help.html', 'How netbox works', 'How it works now')
    const answer = await page.goto('/help')
    expect(await answer?.text()).toContain('How it works now')
    await arrived(page, 'second')
    expect(await versions(page)).toHaveLength(2)

    // A proxy whose service is away, and then nothing at all: what is kept is the new version.
    for (const status of [502, 0]) {
      site.failWith(status)
      expect(await (await page.goto('/help'))?.text()).toContain('How it works now')
    }
    await context.close()
  })
})
