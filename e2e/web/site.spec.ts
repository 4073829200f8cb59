import type { Page } from '@playwright/test'
import { noticedIn, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { hydrated, type Visitor } from './support/visitors.ts'

const home = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Run any program on a simulated internet and break it on purpose.' })
const paper = async (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

const DARK_PAPER = 'rgb(14, 18, 32)'

test(
  'is used by keyboard: the skip link leads to the content, and Tab to each part of the header',
  { tag: '@smoke' },
  async ({ site }) =>
    site.visitPage(undefined, '/help', async (page) => {
      const header = page.getByRole('banner')
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await test.step('past the skip link', async () => {
        for (const part of [
          header.getByRole('link', { name: 'netbox' }),
          ...['Tools', 'Mail check', 'Lists', 'Compare', 'Docs'].map((name) => header.getByRole('link', { name })),
          header.getByRole('button', { name: 'Find a tool' }),
          header.getByRole('button', { name: 'Dark theme' }),
          header.getByRole('link', { name: 'Login' }),
          header.getByRole('link', { name: 'Upgrade' }),
        ]) {
          await page.keyboard.press('Tab')
          await expect(part).toBeFocused()
        }
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/pricing$/)
        // The metadata are as on a first visit to the page.
        const canonical = page.locator('link[rel="canonical"]')
        await expect(canonical).toHaveAttribute('href', /^http.*\/pricing$/)
        const address = await canonical.getAttribute('href')
        const served = await (await page.request.get('/pricing')).text()
        expect(served).toContain(`<link rel="canonical" href="${address}">`)
        // An internal link moves the focus to the heading of the new page.
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      })
      await test.step('through the skip link', async () => {
        await page.reload()
        await page.keyboard.press('Tab')
        await expect(skip).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('main')).toBeFocused()
      })
    }),
)

test('on a narrow screen, a menu holds the links of the header, by keyboard and without scripts too', async ({
  site,
}) => {
  const viewport = { width: 390, height: 844 }
  await site.visitPage(
    undefined,
    '/help',
    async (page) => {
      const header = page.getByRole('banner')
      const menu = header.getByRole('button', { name: 'Menu' })
      const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect(links).toHaveCount(0)
      await menu.focus()
      await page.keyboard.press('Enter')
      await expect(links).toHaveText(['Tools', 'Mail check', 'Lists', 'Compare', 'Docs', 'Pricing'])
      await page.keyboard.press('Tab')
      await expect(links.first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(links).toHaveCount(0)
      await expect(menu).toBeFocused()
      await menu.click()
      await links.filter({ hasText: 'Lists' }).click()
      await expect(page).toHaveURL(/\/bulk$/)
      await expect(links).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await menu.click()
      await expect(links.filter({ hasText: 'Lists' })).toHaveAttribute('aria-current', 'page')
    },
    { viewport },
  )
  await site.visit(
    undefined,
    async ({ context }) => {
      const page = await context.newPage()
      await page.goto('/docs')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Compare' }).first().click()
      await expect(page).toHaveURL(/\/compare$/)
    },
    { viewport, javaScriptEnabled: false },
  )
})

test('keeps the chosen theme, and applies it at the first paint', { tag: '@smoke' }, async ({ site }) =>
  site.visitPage(
    undefined,
    '/contact',
    async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click()
      await expect.poll(async () => paper(page)).toBe(DARK_PAPER)
      // Blocks all scripts except the one that sets the theme before the first paint.
      await page.route(/\/assets\/(?!boot-)[^/]+\.js$/, async (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await paper(page)).toBe(DARK_PAPER)
    },
    { colorScheme: 'light' },
  ),
)

test('reports a missing page, and links the home page', async ({ site }) =>
  site.visit(undefined, async ({ context, open }) => {
    await watchPages(context)
    const page = await open('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect(page).toHaveTitle('Page not found · netbox')
    expect(await noticedIn(page)).toEqual([])
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(home(page)).toBeVisible()
    await expect(page).toHaveURL(`${site.service.url}/`)
  }))

test('reports missing code to a visitor, after one reload that keeps the whole address', async ({ site }) =>
  site.visit(
    undefined,
    async ({ context }) => {
      const page = await context.newPage()
      let loads = 0
      page.on('domcontentloaded', () => (loads += 1))
      await context.route(/\/assets\/tool-[^/]+\.js$/, async (route) => route.abort())
      await page.goto('/mx-record?input=shop.example&seed=k3f9')
      await expect(page.getByText('This page failed, or a part of it could not be loaded.')).toBeVisible()
      await expect(page).toHaveURL(/\/mx-record\?input=shop\.example&seed=k3f9$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(loads).toBe(2)
      await context.unroute(/\/assets\/tool-[^/]+\.js$/)
      await page.getByRole('link', { name: 'Reload the page' }).click()
      await expect(page.getByRole('textbox', { name: /Domain/ })).toHaveValue('shop.example')
    },
    { expected: /Failed to load resource|Failed to fetch|preload/ },
  ))

test('opens help at the section in a link', async ({ site }) =>
  site.visitPage(undefined, '/pricing', async (page) => {
    await page.getByRole('link', { name: 'All daily limits, tool by tool' }).click()
    await expect(page).toHaveURL(/\/help#limits$/)
    const top = async () => page.locator('#limits').evaluate((element) => Math.abs(element.getBoundingClientRect().top))
    await expect.poll(top).toBeLessThan(60)
  }))

test('has its content without scripts', async ({ site }) =>
  site.visit(
    undefined,
    async ({ open }) => {
      for (const path of ['/', '/mx-record', '/email-validation', '/pricing', '/help', '/login', '/nothing/here'])
        await test.step(path, async () => {
          const page = await open(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const text = await page.getByRole('main').innerText()
          expect(text.length).toBeGreaterThan(100)
          await page.close()
        })
    },
    { javaScriptEnabled: false },
  ))

test('the matrix of the home page is complete for a visitor who returns without having seen it, and opens a fault', async ({
  site,
}) =>
  site.visitPage(undefined, '/', async (page) => {
    await page.getByRole('tabpanel').getByRole('link', { name: 'Ping Test' }).click()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await page.goBack()
    await expect(home(page)).toBeVisible()
    await page.getByRole('link', { name: 'mx-down: survived' }).click()
    await expect(page).toHaveURL(/\/docs\/scenarios#mx-down$/)
  }))

test('a link that contains a world is followed without a layout shift', async ({ site }) =>
  site.visit(undefined, async ({ context, open }) => {
    await watchPages(context)
    const page = await open('/mx-record?input=example.com&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3')
    await expect(page.getByText('mx-down').first()).toBeVisible()
    expect(await noticedIn(page)).toEqual([])
  }))

test.describe('before the scripts have loaded', () => {
  /** Opens a page whose scripts, except the first, wait until `release`. */
  const openUnhydrated = async ({ context }: Visitor, path: string) => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await context.route(/\/assets\/(?!boot-)[^/]+\.js$/, async (route) => released.then(async () => route.continue()))
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'commit' })
    return { page, release }
  }

  test('a tool shows the input of the address, and keeps what the visitor types instead', async ({ site }) =>
    site.visit(undefined, async (visitor) => {
      const { page, release } = await openUnhydrated(visitor, '/mx-record?input=mail.example')
      const field = page.getByRole('textbox', { name: 'Domain Name' })
      await expect(field).toHaveValue('mail.example')
      await field.fill('shop.example')
      release()
      await hydrated(page)
      await expect(field).toHaveValue('shop.example')
      await expect(field).toBeFocused()
    }))

  test('a sign-in that was sent early keeps its text, and is answered', async ({ site }) =>
    site.visit(undefined, async (visitor) => {
      const { page, release } = await openUnhydrated(visitor, '/login')
      await page.getByLabel('Email', { exact: true }).fill('nobody@mail.example')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/login$/)
      release()
      await expect(page.getByRole('alert').first()).toContainText('Invalid email or password')
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@mail.example')
    }))

  test('Enter in the field of the home page opens the tool with the typed domain and the chosen fault', async ({
    site,
  }) =>
    site.visit(undefined, async (visitor) => {
      const { page, release } = await openUnhydrated(visitor, '/')
      await page.getByText('No faults').click()
      await expect(page.getByRole('heading', { name: 'Mail arrives on the first try.' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Mail still arrives, ten seconds late.' })).toBeHidden()
      await page.getByRole('textbox', { name: 'Domain Name' }).fill('shop.example')
      await page.keyboard.press('Enter')
      release()
      await expect(page).toHaveURL(/\/mx-record\?scenario=healthy&input=shop\.example&seed=k3f9$/)
      await expect(page.locator('#tool-input')).toHaveValue('shop.example')
    }))
})
