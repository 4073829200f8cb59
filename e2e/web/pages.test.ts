import { exercises, pricing, scenarios, tools } from '@netbox/core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newAddress, PASSWORD } from './support/account-forms.ts'
import { toast } from './support/toast.ts'
import { givenSite } from './support/given-site.ts'

// One price is configured, the others are not.
const site = givenSite({ STRIPE_PRICE_PRO_ANNUAL: 'price_pro_annual' })

const on = async (
  path: string,
  work: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> => {
  const { page, ready, troubles, movements } = await site.open(path, options)
  await ready()
  await work(page)
  // The browser writes down every answer of 400 and more: those are what is tried here.
  expect((await troubles()).filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  expect(await movements()).toEqual([])
  await page.context().close()
}

const pages = [
  ['/help', 'How netbox works'],
  ['/contact', 'Who can help with what'],
  ['/privacy', 'What is stored, where and for how long'],
  ['/terms', 'Rules that fit on a page'],
  ['/pricing', 'Free until you need\nmore of it'],
] as const

describe('a page to read', () => {
  it.each(pages)('%s has one heading, its landmarks and its own head', async (path, heading) =>
    on(path, async (page) => {
      expect(await page.locator('h1').allInnerTexts()).toEqual([heading])
      for (const role of ['banner', 'main', 'contentinfo'] as const) expect(await page.getByRole(role).count()).toBe(1)
      const head = await page.evaluate(() => ({
        canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
        description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
        data: document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
      }))
      expect(new URL(head.canonical ?? '').pathname).toBe(path)
      expect(await page.title()).toMatch(/ · netbox$/)
      expect(head.description.length).toBeGreaterThan(40)
      expect(JSON.parse(head.data)).toMatchObject({ offers: { price: '0', priceCurrency: 'USD' } })
    }),
  )

  it('is reached from the foot of every page, the dashboard too', async () =>
    on('/pricing', async (page) => {
      const hrefs = await page
        .getByRole('contentinfo')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      for (const path of ['/blacklist-check', '/mx-record', '/ping-test', '/whois-lookup', '/login', '/register'])
        expect(hrefs).toContain(path)
      for (const path of ['/pricing', '/dashboard', '/contact', '/help', '/privacy', '/terms'])
        expect(hrefs).toContain(path)
    }))
})

describe('help', () => {
  it('tells of every tool, limit, scenario and lesson that there is', async () =>
    on('/help', async (page) => {
      const limits = page.getByRole('table', { name: 'Runs a day by tool and plan' })
      expect(await limits.getByRole('rowheader').allInnerTexts()).toEqual(tools.map(({ name }) => name))
      expect(await limits.getByRole('row', { name: /^MX Record/ }).innerText()).toMatch(/100\s+1000\s+∞/)
      const text = await page.getByRole('main').innerText()
      for (const { name, title } of scenarios) {
        expect(text).toContain(name)
        expect(text).toContain(title)
      }
      for (const { lesson } of Object.values(exercises)) expect(text).toContain(lesson)
    }))

  it('is opened where a link points', async () =>
    on('/pricing', async (page) => {
      await page.getByRole('link', { name: 'All daily limits, tool by tool' }).click()
      await page.waitForURL('**/help#limits')
      await page.waitForFunction(
        () => Math.abs(document.querySelector('#limits')?.getBoundingClientRect().top ?? 999) < 60,
      )
    }))
})

describe('what leads nowhere', () => {
  it('says so, to people and to machines, and leads home', async () => {
    const answer = await fetch(`${site.url}/no/such/page`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('noindex')
    await on('/no/such/page', async (page) => {
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Oops! Page not found')
      await page.getByRole('img', { name: /^A route that breaks off/ }).waitFor()
      await page.getByRole('link', { name: 'Return to Home' }).click()
      await page.waitForURL(`${site.url}/`)
    })
  })
})

describe('the plans', () => {
  const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const said = async (page: Page, name: string, title: string, message: string): Promise<void> => {
    const alert = plan(page, name).getByRole('alert')
    await alert.getByText(title, { exact: true }).waitFor()
    expect(await alert.innerText()).toContain(message)
  }

  it('show every claim, and the price of a year or of a month', async () =>
    on('/pricing', async (page) => {
      await page.getByText('Save 17%').waitFor()
      await plan(page, 'Pro').getByText('Most Popular').waitFor()
      const prices = async () => page.locator('.price b').allInnerTexts()
      expect(await prices()).toEqual(['$0', '$90', '$190'])
      await page.getByRole('radio', { name: 'Monthly' }).check()
      expect(await prices()).toEqual(['$0', '$9', '$19'])
      for (const { name, features, limitations } of pricing.cards)
        for (const text of [...features, ...limitations])
          await plan(page, name).getByText(text, { exact: true }).waitFor()
      for (const { question, answer } of pricing.faq) {
        await page.getByText(question).waitFor()
        await page.getByText(answer).waitFor()
      }
    }))

  it('say who has the free one already', async () =>
    on('/pricing', async (page) => {
      await plan(page, 'Free').getByRole('button', { name: 'Already on free plan' }).click()
      await said(page, 'Free', 'Already on free plan', 'The free plan needs no subscription.')
    }))

  it('send visitors to sign in', async () =>
    on('/pricing', async (page) => {
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
      await page.waitForURL('**/login?next=/pricing')
      // The card says so too, for the moment until its page goes.
      await toast(page, 'Authentication required', 'Please log in to subscribe to a plan.')
    }))

  it('refuse what has no price, and show what the service says of the rest', async () => {
    const email = newAddress()
    const answer = await fetch(`${site.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const body: unknown = await answer.json()
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
    await on('/pricing', async (page) => {
      await page.evaluate((given) => localStorage.setItem('auth_token', given), token)
      await page.reload()
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
      await plan(page, 'Enterprise').getByRole('button').click()
      await said(page, 'Enterprise', 'Error', 'Price ID not configured for this plan.')

      // The button says that it is at work for as long as it is.
      let letPass = (): void => undefined
      const passing = new Promise<void>((resolve) => (letPass = resolve))
      await page.route('**/api/plans', async (route) => {
        await passing
        await route.continue()
      })
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
      await plan(page, 'Pro').getByRole('button', { name: 'Loading...' }).waitFor()
      expect(await plan(page, 'Enterprise').getByRole('alert').innerText()).toBe('')
      letPass()
      await plan(page, 'Pro').getByRole('button', { name: 'Subscribe to Pro' }).waitFor()
      expect((await plan(page, 'Pro').getByRole('alert').innerText()).length).toBeGreaterThan(10)
    })
  })
})

describe('the fault matrix', () => {
  it('leads to the tool with the fault in place', async () =>
    on('/', async (page) => {
      const cell = page.getByRole('link', { name: 'MX Record under mx-down: critical' })
      await cell.scrollIntoViewIfNeeded()
      await cell.click()
      await page.waitForURL('**/mx-record?scenario=mx-down')
      await page.getByText('mx-down').first().waitFor()
    }))

  it('is followed by a link with a world in it, and nothing moves', async () =>
    on('/mx-record?input=example.com&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z', async (page) => {
      await page.getByText('mx-down').first().waitFor()
    }))

  it('is there without scripts, and scrolls in itself on a phone', async () => {
    await on(
      '/',
      async (page) => {
        const region = page.getByRole('region', { name: 'Scenarios by tool' })
        await region.focus()
        const [inner, outer] = await region.evaluate((element) => [element.scrollWidth, element.clientWidth])
        expect(inner).toBeGreaterThan(outer ?? 0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      },
      { viewport: { width: 390, height: 844 } },
    )
    const html = await (await fetch(`${site.url}/`)).text()
    expect(html).toContain('href="/mx-record?scenario=mx-down"')
  })
})
