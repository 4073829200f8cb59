import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { faultsInAppearances } from './support/appearances.ts'
import { analyze, verify } from './support/open-tool.ts'

const input = (page: Page) => page.getByRole('textbox', { name: 'Domain Name' })

const states: Readonly<Record<string, readonly [path: string, reach: (page: Page) => Promise<void>]>> = {
  'a report, and how it is shared': [
    '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3',
    async (page) => {
      await page.getByRole('button', { name: 'Run again' }).click()
      await verify(page)
      await analyze(page)
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByRole('heading', { name: 'Share this run' })).toBeVisible()
    },
  ],
  'a shared report': [
    '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3',
    async (page) => {
      await expect(page.getByText('A shared report.')).toBeVisible()
      await page.getByText('For the sender: who sees what').click()
      await expect(page.frameLocator('iframe').getByRole('link', { name: 'Open in netbox' })).toBeVisible()
    },
  ],
  'a comparison': [
    `/compare?${new URLSearchParams({
      a: '/mx-record?input=mail.example&seed=k3f9&scenario=healthy&at=2026-01-01T00:00:00Z&v=3',
      b: '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3',
    }).toString()}`,
    async (page) => {
      await expect(page.getByText('B is 9.8 s later')).toBeVisible()
    },
  ],
  'the palette': [
    '/',
    async (page) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Find a tool' }).fill('mail')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  ],
  'the choice of a world': [
    '/world?seed=k3f9&scenario=spf-permerror%2Bmx-down:shop.example@10:00..12:30&at=2026-11-22T10:42:00Z',
    async (page) => {
      await expect(page.getByRole('slider').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Value' }).fill('10 mx.mine.example')
      await page.getByRole('button', { name: 'State it' }).click()
      await expect(page.getByRole('link', { name: 'Compare without your facts' })).toBeVisible()
      await page.getByRole('button', { name: 'As YAML' }).click()
      await page.getByRole('textbox', { name: 'Text of the world file' }).fill('hosts:\n  mx1.mail.example: up\n')
      await page.getByRole('button', { name: 'Read this text' }).click()
      await expect(page.getByText('Not read, the world is unchanged')).toBeVisible()
    },
  ],
  'a chosen world, in its strip': [
    '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3',
    async (page) => {
      await page.getByRole('button', { name: 'Run again' }).click()
      await expect(page.getByRole('region', { name: 'Chosen world' })).toBeVisible()
    },
  ],
  'a run that failed': [
    '/ping-test',
    async (page) => {
      await verify(page)
      await page.route(/ping-test\.simulation/, async (route) => route.abort())
      await page.getByRole('textbox').first().fill('shop.example')
      await page.getByRole('textbox').first().press('Enter')
      await expect(page.getByRole('heading', { name: 'Execution failed' })).toBeVisible()
    },
  ],
  'a run that was refused': [
    '/mx-record',
    async (page) => {
      await input(page).fill('mail.example')
      await input(page).press('Enter')
      await expect(page.getByRole('alert').getByText('Please complete the security verification first.')).toBeVisible()
    },
  ],
  'the login without a service': [
    '/login',
    async (page) => {
      await page.context().route('**/api/auth/verify', async (route) => route.fulfill({ status: 502, body: '' }))
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText('HTTP 502: Bad Gateway')).toBeVisible()
    },
  ],
}

for (const [what, [path, reach]] of Object.entries(states))
  test(`has no accessibility problem in any appearance: ${what}`, async ({ site }) =>
    site.visitPage(
      undefined,
      path,
      async (page) => {
        await reach(page)
        expect(await faultsInAppearances(page, what)).toEqual([])
      },
      { reducedMotion: 'reduce' },
    ))
