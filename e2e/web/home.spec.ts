import { pickerCategories, pickerTools } from '@netbox/core'
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

const paths = [
  '/',
  ...pickerCategories.flatMap(pickerTools).map(({ path }) => `/${path}`),
  '/login',
  '/register',
  '/pricing',
  '/bulk',
  '/compare',
  '/contact',
  '/help',
  '/mail-check',
  '/privacy',
  '/terms',
  '/world',
]

const toolInput = (page: Page) => page.getByRole('textbox', { name: 'Domain Name' })

test('every public page has its own title, description, address and data, and no inline script', async ({ site }) => {
  const titles = new Set<string | undefined>()
  for (const path of paths) {
    const answer = await fetch(`${site.service.url}${path}`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1])
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}">/)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="http://localhost:\\d+${path}">`))
    expect(html).toMatch(/"price":"0","priceCurrency":"USD"/)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).not.toMatch(/<style|\sstyle="|<script>|netbox\.invalid|\son\w+="/)
    // 203.0.113.42 is the placeholder for the visitor's address.
    if (path === '/') expect(html).toContain('203.0.113.42')
  }
  expect(titles.size).toBe(paths.length)
})

test('every public page but sign-in is in the sitemap', async ({ site }) => {
  const map = await (await fetch(`${site.service.url}/sitemap.xml`)).text()
  const listed = [...map.matchAll(/<loc>http:\/\/localhost:\d+(.*?)<\/loc>/g)].map(([, path]) => path)
  expect(new Set(listed).size).toBe(listed.length)
  const isDocs = (path = ''): boolean => /^\/docs(\/|$)/.test(path)
  expect(listed.filter(isDocs).length).toBeGreaterThan(100)
  expect(new Set(listed.filter((path) => !isDocs(path)))).toEqual(new Set(paths.filter((path) => path !== '/login')))
})

test('a tool is selected without loading a page, and the back button goes back', async ({ site }) => {
  await site.visitPage(undefined, '/', async (page) => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await expect(page.getByText('127.0.0.1')).toBeVisible()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.getByRole('tab', { name: 'DNS Tools' }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'MX Record' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Who accepts mail for this domain?' })).toBeVisible()
    await expect(page).toHaveURL(/\/mx-record$/)
    await expect(page).toHaveTitle('MX Record: Who accepts mail for this domain? · netbox')
    await expect(toolInput(page)).toBeFocused()
    await page.keyboard.type('mail.example')
    await page.getByRole('link', { name: 'SPF Check' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'SPF Check' })).toBeVisible()
    await expect(toolInput(page)).toHaveValue('mail.example')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: 'MX Record' })).toBeVisible()
    await expect(page).toHaveURL(/\/mx-record$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Select a Tool' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(loads).toBe(0)
  })
})

test('the theme is stored, and applied at the first paint', async ({ site }) => {
  const dark = 'rgb(14, 18, 32)'
  await site.visitPage(
    undefined,
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Dark theme' }).first().click()
      await expect(page.locator('body')).toHaveCSS('background-color', dark)
      await page.reload({ waitUntil: 'commit' })
      await page.locator('h1').waitFor()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
    },
    { colorScheme: 'light' },
  )
})

test('the panel is dark for a tool of the web category, even in the light theme', async ({ site }) => {
  await site.visitPage(
    undefined,
    '/mx-record',
    async (page) => {
      const panel = page.locator('[data-category]', { has: page.locator('#tool-name') })
      await expect(panel).toHaveAttribute('data-category', 'dns')
      await expect(panel).toHaveCSS('background-color', 'rgb(251, 248, 240)')
      await expect(panel).toHaveCSS('color', 'rgb(21, 26, 45)')
      await panel.evaluate((card) => card.setAttribute('data-category', 'web'))
      await expect(panel).toHaveCSS('background-color', 'rgb(21, 26, 42)')
      await expect(panel).toHaveCSS('color', 'rgb(240, 234, 219)')
    },
    { colorScheme: 'light' },
  )
})

test('a missing page has the status 404, says so, and links the home page', async ({ site }) => {
  await site.visit(undefined, async ({ context }) => {
    const page = await context.newPage()
    const answer = await page.goto('/nothing/here')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Run any program on a simulated internet and break it on purpose.' }),
    ).toBeVisible()
  })
})
