import { pickerCategories, pickerTools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { givenSite } from './support/given-site.ts'

const site = givenSite()

const paths = [
  '/',
  ...pickerCategories.flatMap(pickerTools).map(({ path }) => `/${path}`),
  '/login',
  '/register',
  '/pricing',
  '/contact',
  '/help',
  '/privacy',
  '/terms',
]

describe('every public page', () => {
  it('comes with its own title, description, address and data, and no script in it', async () => {
    const titles = new Set<string | undefined>()
    for (const path of paths) {
      const answer = await fetch(`${site.url}${path}`)
      const html = await answer.text()
      expect(answer.status).toBe(200)
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1])
      expect(html).toMatch(/<meta name="description" content="[^"]{40,}">/)
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="http://localhost:\\d+${path}">`))
      expect(html).toMatch(/"price":"0","priceCurrency":"USD"/)
      expect(html).toMatch(/<h1[^>]*>[^<]/)
      expect(html).not.toMatch(/<style|\sstyle="|<script>|netbox\.invalid|\son\w+="/)
    }
    expect(titles.size).toBe(paths.length)
  })

  it('is on the map of the site', async () => {
    const map = await (await fetch(`${site.url}/sitemap.xml`)).text()
    const listed = [...map.matchAll(/<loc>http:\/\/localhost:\d+(.*?)<\/loc>/g)].map(([, path]) => path)
    expect(listed).toHaveLength(paths.length)
    expect(new Set(listed)).toEqual(new Set(paths))
  })

  it('comes to life without trouble, and without moving', async () => {
    for (const path of ['/', '/mx-record', '/help']) {
      const { page, ready, troubles, movements } = await site.open(path)
      await ready()
      expect(await troubles()).toEqual([])
      expect(await movements()).toEqual([])
      await page.context().close()
    }
  })
})

describe('the home page', () => {
  it('selects a tool without loading a page, and goes back', async () => {
    const { page, ready } = await site.open('/')
    await ready()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.getByRole('tab', { name: 'DNS Tools' }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'MX Record' }).click()
    await page.getByRole('heading', { level: 1, name: 'Who takes mail for this domain?' }).waitFor()
    const input = page.getByRole('textbox', { name: 'Domain Name' })
    await input.waitFor()
    expect(new URL(page.url()).pathname).toBe('/mx-record')
    expect(await page.title()).toBe('MX Record: Who takes mail for this domain? · netbox')
    await expect.poll(async () => input.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.goBack()
    await page.getByRole('heading', { name: 'Select a Tool' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(loads).toBe(0)
    await page.context().close()
  })

  it("greets with the visitor's address, and with a placeholder before it is known", async () => {
    const still = await site.open('/', { javaScriptEnabled: false })
    await still.page.getByText('203.0.113.42').waitFor()
    await still.page.context().close()
    const { page } = await site.open('/')
    await page.getByText('127.0.0.1').waitFor()
    await page.context().close()
  })

  it('has four tabs, of which the last waits', async () => {
    const { page, ready } = await site.open('/')
    await ready()
    const tabs = page.getByRole('tab')
    expect(await tabs.allInnerTexts()).toEqual([
      expect.stringContaining('Network Tools'),
      expect.stringContaining('DNS Tools'),
      expect.stringContaining('Email Tools'),
      expect.stringMatching(/Web Tools\s*Em breve/),
    ])
    expect(await tabs.nth(3).getAttribute('aria-disabled')).toBe('true')
    await tabs.nth(3).click({ force: true })
    expect(await tabs.nth(0).getAttribute('aria-selected')).toBe('true')
    await page.context().close()
  })
})

describe('the theme', () => {
  it('is kept, and there at the first paint', async () => {
    const { page, ready } = await site.open('/', { colorScheme: 'light' })
    await ready()
    await page.getByRole('button', { name: 'Dark theme' }).first().click()
    const paper = async () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await paper()).toBe('rgb(14, 18, 32)')
    await page.reload({ waitUntil: 'commit' })
    await page.locator('h1').waitFor()
    expect(await paper()).toBe('rgb(14, 18, 32)')
    await page.context().close()
  })
})

describe('what leads nowhere', () => {
  it('says so with the status of what is missing, and leads home', async () => {
    const { page, ready } = await site.open('/nothing/here')
    await ready()
    expect((await fetch(`${site.url}/nothing/here`, { headers: { accept: 'text/html' } })).status).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Follow the packet.' }).waitFor()
    await page.context().close()
  })
})
