import type { BrowserContext, Page } from '@playwright/test'
import { shiftOf, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { analyzeAtOnce, openTool } from './support/open-tool.ts'

/* Common tasks, from the home page on, with their numbers of clicks. */

/** Counts the clicks in all pages of a visit. */
const countClicks = async (context: BrowserContext): Promise<() => number> => {
  let clicks = 0
  await context.exposeFunction('countClick', () => void clicks++)
  await context.addInitScript(() =>
    // The cast is safe: the function is exposed above.
    addEventListener('pointerup', () => (window as unknown as { countClick: () => void }).countClick(), true),
  )
  return () => clicks
}

/** Chooses the world of the visit before its first page. */
const inWorld = async (context: BrowserContext, world: object): Promise<void> => {
  await context.addInitScript(
    (kept) => {
      if (location.origin === 'null' || localStorage.getItem('netbox_visit') !== null) return
      localStorage.setItem('netbox_visit', JSON.stringify({ ...kept, since: Date.now() }))
      sessionStorage.setItem('netbox_tab', '1')
    },
    { world },
  )
}

const header = (page: Page) => page.getByRole('banner')
const strip = (page: Page) => page.getByRole('region', { name: 'Chosen world' })

/** Passes the security check with a click, on the image that covers the checkbox. */
const verifyByClick = async (page: Page): Promise<void> => {
  await page.getByText("I'm not a robot").click()
  await page.getByText('Verified in this browser').waitFor()
}

/** Advances the page's clock until an element is visible. */
const passUntil = async (page: Page, isShown: () => Promise<boolean>): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(2000)
    expect(await isShown()).toBe(true)
  }).toPass({ intervals: [50], timeout: 60_000 })

test('four clicks find out why mail does not arrive, and two send a colleague the same world', async ({ site }) => {
  let link = ''
  await site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await inWorld(visitor.context, { seed: 'k3f9', scenario: 'mx-down' })
    const page = await openTool(visitor, '/')
    await header(page).getByRole('link', { name: 'Mail check' }).click()
    const field = page.getByRole('textbox', { name: 'Domain Name' })
    // React shows parts that load later after a while. If the clock stood still, they would move a button during its click.
    await passUntil(page, async () => field.isVisible())
    await field.click()
    await field.fill('shop.example')
    await verifyByClick(page)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const answer = page.getByRole('heading', { name: 'Mail to shop.example arrives, ten seconds late.' })
    await passUntil(page, async () => answer.isVisible())
    await expect(page.getByText('mx1.shop.example does not accept connections. Check the listener')).toBeInViewport()
    expect(clicks()).toBe(4)

    await page.clock.resume()
    await strip(page).getByRole('link', { name: 'Change' }).click()
    // The report of the check, which stays until the page has loaded, has a button of the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'What should go wrong?' })).toBeVisible()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByText('Copied to the clipboard.')).toBeVisible()
    expect(clicks()).toBe(6)
    link = await page.evaluate(async () => navigator.clipboard.readText())
  })
  await site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    const page = await visitor.open(link)
    await page.getByRole('button', { name: 'Use this world' }).click()
    await expect(strip(page)).toContainText('k3f9')
    await expect(strip(page)).toContainText('mx-down')
    expect(clicks()).toBe(1)
  })
})

test('four clicks compare a report before and after a fault', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    await inWorld(visitor.context, { seed: 'k3f9', scenario: 'healthy' })
    const page = await openTool(visitor, '/mx-record')
    await page.locator('#tool-input').fill('shop.example')
    await verifyByClick(page)
    await analyzeAtOnce(page)
    const before = clicks()
    await page.getByRole('link', { name: 'Change the world' }).click()
    await page.getByRole('checkbox', { name: /mx-down$/ }).click()
    await page.getByRole('button', { name: 'Use this world' }).click()
    await expect(page.getByText('Report of the world before')).toBeVisible()
    await page.getByRole('link', { name: 'Compare both' }).click()
    const answer = page.getByRole('heading', { name: 'mx1 went silent, and mail is ten seconds slower.' })
    await passUntil(page, async () => answer.isVisible())
    expect(clicks() - before).toBe(4)
  }))

test('four clicks state a mail server of my own and compare the reports with and without it', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    await watchPages(visitor.context)
    await inWorld(visitor.context, { seed: 'k3f9', scenario: 'mx-down' })
    const page = await visitor.open('/')
    await strip(page).getByRole('link', { name: 'Change' }).click()
    const effect = page.getByRole('list', { name: 'The steps of the mail check' })
    await expect(effect.getByRole('listitem').nth(1)).toContainText('One of three mail servers gives no answer.')
    const value = page.getByRole('textbox', { name: 'Value' })
    await value.click()
    await value.fill('10 mx.mine.example')
    await page.getByRole('button', { name: 'State it' }).click()
    await expect(effect.getByRole('listitem').first()).toContainText('No mail arrives at this domain.')
    await expect(effect.locator('del').first()).toHaveText('Mail still arrives, ten seconds late.')
    await expect(page.getByRole('button', { name: 'Use this world' })).toBeInViewport()
    expect(await shiftOf(page)).toBeLessThan(0.01)
    await page.getByRole('link', { name: 'Compare without your facts' }).click()
    await expect(page.getByRole('cell', { name: 'mx.mine.example' }).first()).toBeVisible()
    expect(clicks()).toBe(4)
  }))

test('four clicks run a list of 30 domains', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    const page = await openTool(visitor, '/')
    await header(page).getByRole('link', { name: 'Lists' }).click()
    const field = page.getByRole('textbox', { name: 'Domain Name, one per line' })
    await field.click()
    await field.fill(Array.from({ length: 30 }, (_, at) => `shop-${at}.example`).join('\n'))
    await verifyByClick(page)
    await page.getByRole('button', { name: 'Run 30 lines' }).click()
    await passUntil(page, async () => page.getByRole('heading', { name: '30 of 30 done' }).isVisible())
    await expect(page.locator('[data-report] details li')).toHaveCount(30)
    expect(clicks()).toBe(4)
  }))

test('three clicks find the recipe for pytest', async ({ site }) =>
  site.visit(undefined, async (visitor) => {
    const clicks = await countClicks(visitor.context)
    const page = await visitor.open('/')
    await header(page).getByRole('link', { name: 'Docs' }).click()
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined)
    await page.getByRole('button', { name: 'Search the docs' }).first().click()
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('pytest')
    await page.getByRole('option', { name: /^Test a mail sender with pytest/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Test a mail sender with pytest' })).toBeVisible()
    expect(clicks()).toBe(3)
  }))

test('three clicks switch email verification off', async ({ site }) =>
  site.visit(await site.admin(), async (visitor) => {
    const clicks = await countClicks(visitor.context)
    const page = await visitor.open('/dashboard')
    await page.getByRole('link', { name: /^Admin/ }).click()
    await page.getByRole('tab', { name: 'Services' }).click()
    const services = page.getByRole('switch', { name: 'Email verification' })
    await services.click()
    await expect(services).not.toBeChecked()
    expect(clicks()).toBe(3)
    await services.click()
    await expect(services).toBeChecked()
  }))
