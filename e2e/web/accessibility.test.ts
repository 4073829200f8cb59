import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultsInLooks } from './support/looks.ts'
import { publicPaths } from './support/public-paths.ts'
import { analyze, verify } from './support/tool-page.ts'
import { twoAtATime } from './support/two-at-a-time.ts'
import { givenSite } from './support/given-site.ts'

const site = givenSite()

const openTab = async () => site.openTab({ reducedMotion: 'reduce' })

describe('every public page', () => {
  it('has no fault of accessibility, light and dark, on a phone and on a desk', async () => {
    const faults = await twoAtATime(await publicPaths(site.url), openTab, async (path, { page, go, ready }) => {
      await go(path)
      await ready()
      return faultsInLooks(page, path)
    })
    expect(faults).toEqual([])
  }, 300_000)
})

const input = (page: Page) => page.getByRole('textbox', { name: 'Domain Name' })

const states: Readonly<Record<string, readonly [path: string, reach: (page: Page) => Promise<void>]>> = {
  'a report, and how it is shared': [
    '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z',
    async (page) => {
      await verify(page)
      await analyze(page)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('heading', { name: 'Share this run' }).waitFor()
    },
  ],
  'the palette': [
    '/',
    async (page) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Find a tool' }).fill('mail')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  ],
  'the choice of a world': [
    '/mx-record',
    async (page) => {
      await page.getByRole('button', { name: 'Change the world' }).click()
      await page.getByRole('region', { name: 'The world that the run sees' }).waitFor()
    },
  ],
  'a run that failed': [
    '/ping-test',
    async (page) => {
      await verify(page)
      await page.route(/ping-test\.simulation/, async (route) => route.abort())
      await page.getByRole('textbox').first().fill('shop.example')
      await page.getByRole('textbox').first().press('Enter')
      await page.getByRole('heading', { name: 'Execution failed' }).waitFor()
    },
  ],
  'a run that was refused': [
    '/mx-record',
    async (page) => {
      await input(page).fill('mail.example')
      await input(page).press('Enter')
      await page.getByRole('alert').getByText('Please complete the security verification first.').waitFor()
    },
  ],
  'the login without a service': [
    '/login',
    async (page) => {
      await page.context().route('**/api/auth/verify', async (route) => route.fulfill({ status: 502, body: '' }))
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await page.getByText('HTTP 502: Bad Gateway').waitFor()
    },
  ],
}

describe('what a page shows when it is used', () => {
  it.each(Object.entries(states))('has no fault of accessibility: %s', async (what, [path, reach]) => {
    const { page, go, ready } = await openTab()
    onTestFinished(async () => page.context().close())
    await go(path)
    await ready()
    await reach(page)
    expect(await faultsInLooks(page, what)).toEqual([])
  })
})
