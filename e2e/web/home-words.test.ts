import { pickerCategories, pickerTools, pricing, toolBadges } from '@netbox/core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { analyze, verify } from './support/tool-page.ts'
import { givenSite } from './support/given-site.ts'

const site = givenSite()
const { on } = site

// As the specification has them, so that nothing here is asked of the list that the site itself is made from.
const paths = {
  'Network Tools': 'blacklist-check ptr-lookup arin-lookup tcp-port-test ping-test traceroute geoip-lookup',
  'DNS Tools':
    'a-record mx-record spf-check txt-records cname-lookup soa-record dns-diagnostic dnssec-check https-test whois-lookup dns-propagation',
  'Email Tools': 'smtp-test email-validation email-deliverability spf-generator header-analyzer email-migration',
}
const tools = pickerCategories.flatMap(pickerTools)

const chosen = (page: Page) => page.getByRole('tabpanel').locator('[aria-current="page"]')
const panel = (page: Page) => page.locator('.card', { has: page.locator('#tool-name') })

describe('the paths of the specification', () => {
  it.each(Object.entries(paths))('under %s select each its tool and that tab', async (tab, names) =>
    on('/', async (page) => {
      for (const path of names.split(' ')) {
        const tool = tools.find((known) => known.path === path)
        await page.goto(`${site.url}/${path}`)
        await page.getByRole('heading', { level: 1, name: tool?.question ?? '?', exact: true }).waitFor()
        await page.getByRole('tab', { selected: true, name: tab }).waitFor()
        expect(await chosen(page).getAttribute('href')).toBe(`/${path}`)
        expect(await chosen(page).innerText()).toContain(tool?.name ?? '?')
        await page.locator('#tool-name').waitFor()
      }
    }),
  )

  it('/ selects none, and says how to', async () =>
    on('/', async (page) => {
      await page.getByRole('heading', { name: 'Select a Tool', exact: true }).waitFor()
      await page.getByText('Choose a tool from the categories above to get started.', { exact: true }).waitFor()
      expect(await chosen(page).count()).toBe(0)
      expect(await page.locator('#tool-name').count()).toBe(0)
    }))

  it('/login and /register are the screens of that name, each with its fields and a link to the other', async () =>
    on('/login', async (page) => {
      const main = page.getByRole('main')
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      for (const name of ['Email', 'Password']) await main.getByLabel(name, { exact: true }).waitFor()
      await main.getByText('Confirm your email first. The link is in the message we sent.').waitFor()
      await main.getByRole('link', { name: 'Register' }).click()
      await page.waitForURL('**/register')
      await page.getByRole('heading', { level: 1, name: 'Register' }).waitFor()
      for (const name of ['Email', 'Password', 'Confirm password'])
        await main.getByLabel(name, { exact: true }).waitFor()
      await main.getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL('**/login')
    }))

  it('/pricing has its switch, three cards in short, three plans and answers', async () =>
    on('/pricing', async (page) => {
      const main = page.getByRole('main')
      expect(await main.getByRole('radio').evaluateAll((all) => all.length)).toBe(2)
      await main.getByRole('radio', { name: 'Monthly' }).waitFor()
      await main.getByRole('radio', { name: 'Annual' }).waitFor()
      expect(await main.locator('section.sum').count()).toBe(3)
      for (const name of ['Free', 'Pro', 'Enterprise']) await main.getByRole('region', { name, exact: true }).waitFor()
      await main.getByText(pricing.faq[0]?.question ?? '?').waitFor()
    }))

  it('/email-migration has the same five fields for both mailboxes', async () =>
    on('/email-migration', async (page) => {
      for (const side of ['Source mailbox', 'Destination mailbox'])
        for (const name of ['Provider', 'IMAP host', 'Port', 'Email address', 'Password'])
          await page.getByRole('group', { name: side }).getByLabel(name, { exact: true }).waitFor()
    }))
})

describe('around every page', () => {
  it('the header has name, tagline, Login and Upgrade for visitors', async () =>
    on('/mx-record', async (page) => {
      const bar = page.getByRole('banner')
      expect(await bar.getByRole('link', { name: 'netbox' }).getAttribute('href')).toBe('/')
      expect(await bar.getByText('Diagnostics for people who run networks').isVisible()).toBe(true)
      expect(await bar.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
      expect(await bar.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/pricing')
      expect(await bar.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
    }))

  it('the footer links popular tools, account and support, and has its year', async () =>
    on('/', async (page) => {
      const foot = page.getByRole('contentinfo')
      const linksOf = async (name: string) =>
        foot
          .getByRole('navigation', { name })
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(await linksOf('Popular tools')).toEqual(['/blacklist-check', '/mx-record', '/ping-test', '/whois-lookup'])
      expect(await linksOf('Account')).toEqual(['/login', '/register', '/pricing', '/dashboard'])
      expect(await linksOf('Support')).toEqual(['/help', '/contact', '/privacy', '/terms'])
      await foot.getByText('© 2024 netbox').waitFor()
    }))
})

describe('the picker', () => {
  it('has a card for each tool, with its name, description, input type and badges', async () =>
    on('/', async (page) => {
      for (const [at, category] of pickerCategories.entries()) {
        await page.getByRole('tab').nth(at).click()
        const cards = page.getByRole('tabpanel').getByRole('link')
        await expect.poll(async () => cards.count()).toBe(pickerTools(category).length)
        for (const [place, tool] of pickerTools(category).entries()) {
          const text = await cards.nth(place).innerText()
          for (const part of [tool.name, tool.description, tool.input.type]) expect(text).toContain(part)
          for (const badge of ['Pro', 'Login Required'])
            expect([badge, text.split('\n').includes(badge)]).toEqual([badge, toolBadges(tool).includes(badge)])
        }
      }
    }))
})

describe('the panel of a tool', () => {
  it('has its title, its badges and the words of its input', async () =>
    on('/', async (page) => {
      for (const [path, title, badges, placeholder] of [
        ['mx-record', 'MX Record', ['CAPTCHA Required'], 'Enter Domain Name...'],
        ['ping-test', 'Ping Test', ['CAPTCHA Required'], 'Enter IP Address...'],
        ['header-analyzer', 'Header Analyzer', ['CAPTCHA Required'], 'Enter Email Headers...'],
        ['dns-diagnostic', 'DNS Diagnostic', ['Pro', 'CAPTCHA Required'], 'Enter Domain Name...'],
        ['email-validation', '', ['Login Required'], ''],
        ['email-migration', '', ['Login Required'], ''],
      ] as const) {
        await page.goto(`${site.url}/${path}`)
        if (title !== '') await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
        for (const badge of badges) await panel(page).getByText(badge, { exact: true }).waitFor()
        if (placeholder !== '') await page.getByPlaceholder(placeholder, { exact: true }).waitFor()
      }
    }))

  it('shows the captcha after 100 ms, and asks no server about it', async () =>
    on('/', async (page) => {
      const asked: string[] = []
      await page.getByText('127.0.0.1').waitFor()
      page.on('request', (request) => asked.push(request.url()))
      const box = page.getByRole('checkbox', { name: "I'm not a robot" })
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByRole('tab', { name: 'DNS Tools' }).click()
      await page.getByRole('tabpanel').getByRole('link', { name: 'MX Record' }).click()
      await page.getByText('Loading security check...', { exact: true }).waitFor()
      await page.clock.runFor(99)
      expect(await box.count()).toBe(0)
      await page.clock.runFor(1)
      await box.waitFor()
      await page.clock.resume()
      await verify(page)
      expect(await page.getByText('Loading security check...').count()).toBe(0)
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
    }))

  it('is dark where the tool is of the web category, in the light theme too', async () => {
    const { page, ready } = await site.open('/mx-record', { colorScheme: 'light' })
    await ready()
    const look = async () =>
      panel(page).evaluate((card) => [getComputedStyle(card).backgroundColor, getComputedStyle(card).color])
    expect(await panel(page).getAttribute('data-category')).toBe('dns')
    expect(await look()).toEqual(['rgb(251, 248, 240)', 'rgb(21, 26, 45)'])
    await panel(page).evaluate((card) => card.setAttribute('data-category', 'web'))
    expect(await look()).toEqual(['rgb(21, 26, 42)', 'rgb(240, 234, 219)'])
    await page.context().close()
  })
})

describe('the result', () => {
  it('is a text to read in a box of at most 24rem, under a name, and said to be complete', async () =>
    on('/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z', async (page) => {
      await verify(page)
      await analyze(page)
      const toast = page.getByRole('status').filter({ hasText: 'Analysis complete' })
      await toast.getByText('Tool execution finished successfully.').waitFor()
      await page.getByRole('tab', { name: 'Text' }).click()
      const box = page.getByRole('textbox', { name: 'Analysis output for mail.example', exact: true })
      expect(await box.getAttribute('readonly')).not.toBeNull()
      const { height, rem } = await box.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      }))
      expect(height).toBeLessThanOrEqual(24 * rem)
      for (const name of ['Copy', 'Download']) await page.getByRole('button', { name, exact: true }).waitFor()
    }))
})
