import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { run } from './support/dashboard.ts'
import { expect, type Site, test } from './support/journey.ts'

const HISTORY = '/dashboard/history'
const TCP = '/dashboard/network?tool=tcp-port-test'

const list = (page: Page) => page.getByRole('region', { name: 'Runs', exact: true })

/** Creates a member and makes runs over the API, one after another. */
const memberWithRuns = async (site: Site) => {
  const member = await site.memberOn('pro')
  for (const [tool, input, scenario] of [
    ['mx-record', 'mail.example', 'random'],
    ['mx-record', 'mail.example', 'mx-down'],
    ['spf-check', 'shop.example', 'random'],
  ])
    await site.service.api('POST', `/tools/${tool}/run`, { input, scenario, seed: 'k3f9' }, member.token)
  return member
}

test('the history is filtered and exported, and two of its runs are compared', async ({ site }) => {
  await site.visitPage(await memberWithRuns(site), HISTORY, async (page) => {
    await expect(page.getByText('3 of 3 runs match')).toBeVisible()
    await page.getByLabel('Severity').selectOption('Critical')
    await expect(page.getByText('1 of 3 runs match')).toBeVisible()
    await expect(list(page)).toContainText('Mail still arrives, ten seconds late.')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Tool').selectOption('MX Record')
    await expect(page.getByText('2 of 3 runs match')).toBeVisible()
    await expect(page).toHaveURL(/\?tool=mx-record$/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toBe('created_at,tool,input,severity,sentence,seed,scenario,at')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['mx-record', 'mx-record'])
    for (const tick of await list(page).getByRole('checkbox').all()) await tick.check()
    await page.getByRole('region', { name: 'Selected runs' }).getByRole('link', { name: 'Compare' }).click()
    await expect(page.locator('main [data-report]').getByRole('heading', { level: 2 })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('2 of 3 runs match')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test(
  'a run in one browser is recorded in the account once, and others share its limit',
  { tag: '@smoke' },
  async ({ site }) => {
    const member = await site.member()
    await site.visitPage(member, TCP, async (page) => {
      await run(page, 'shop.example:443')
      await expect(page.getByText('Today: 1 of at most 25 runs, 24 remaining')).toBeVisible()
      await page.getByRole('link', { name: 'History' }).click()
      await expect(page.getByText('1 of 1 run matches')).toBeVisible()
      await page.reload()
      await expect(page.getByText('1 of 1 run matches')).toBeVisible()
      await site.visitPage(member, TCP, async (other) => {
        await expect(other.getByText('Today: 1 of at most 25 runs, 24 remaining')).toBeVisible()
        await run(other, 'mail.example:25')
        await expect(other.getByText('Today: 2 of at most 25 runs, 23 remaining')).toBeVisible()
        await other.getByRole('link', { name: 'History' }).click()
        await expect(other.getByText('2 of 2 runs match')).toBeVisible()
      })
      await page.goto(TCP)
      await expect(page.getByText('Today: 2 of at most 25 runs, 23 remaining')).toBeVisible()
    })
  },
)

test('the day of the dashboard agrees with its sentence, its table and the limits', async ({ site }) => {
  await site.visitPage(await memberWithRuns(site), '/dashboard', async (page) => {
    await expect(page.getByText('3 runs so far today.')).toContainText('One is critical: mail.example,')
    const day = page.getByRole('figure').filter({ hasText: 'Your day in UTC' })
    await day.getByText('As a table').click()
    const cells = await day.locator('tbody td').allInnerTexts()
    expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(3)
    const allowance = page.getByRole('region', { name: "Today's allowance" })
    await expect(allowance).toContainText(/MX Record\s*2 of 1000/)
    await expect(allowance).toContainText(/SPF Check\s*1 of 500/)
    await expect(page.getByRole('region', { name: 'Your numbers' })).toContainText(/Tools Used\s*2/)
  })
})
