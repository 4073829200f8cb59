import { readFile } from 'node:fs/promises'
import { expect, test } from './support/journey.ts'
import { verify } from './support/open-tool.ts'

const LIST = ['mail.example', 'not a domain', 'shop.example']

test('a tool runs for each line of a list, whose table fills, is filtered and saved', async ({ site }) => {
  await site.visitPage(undefined, '/mx-record', async (page, { addresses }) => {
    await page.getByRole('main').getByRole('link', { name: 'Run a list' }).click()
    await page.getByRole('textbox', { name: 'Domain Name, one per line' }).fill(LIST.join('\n'))
    await expect(page.getByText('3 lines, 1 refused')).toBeVisible()
    await verify(page)
    await page.getByRole('button', { name: 'Run 2 lines' }).click()
    await page.locator('label', { hasText: 'Your order' }).click()
    const rows = page.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(3)
    await expect(page.getByRole('heading', { name: '3 of 3 done' })).toBeVisible()
    for (const [at, input] of LIST.entries()) await expect(rows.nth(at)).toContainText(input)
    await expect(rows.nth(1)).toContainText('Refused')
    await page.getByRole('group', { name: 'Show rows of' }).getByText('refused').click()
    await expect(rows).toHaveCount(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    for (const input of LIST) expect(text).toContain(input)
    await page.goto('/mx-record')
    await expect(page.getByText('98 of 100 left')).toBeVisible()
    expect(addresses.filter((address) => /\/api\/(?!ip$)/.test(address))).toEqual([])
  })
})

test('a list of 200 lines ends with a verdict for each line', async ({ site }) =>
  site.visitPage(await site.memberOn('enterprise'), '/bulk?tool=mx-record', async (page) => {
    const list = Array.from({ length: 200 }, (_, at) => `shop${at}.example`).join('\n')
    await page.getByRole('textbox', { name: 'Domain Name, one per line' }).fill(list)
    await page.getByRole('button', { name: 'Run 200 lines' }).click()
    await expect(page.getByRole('heading', { name: '200 of 200 done' })).toBeVisible()
    // Each group of lines says what a click on it does.
    const closed = page.locator('details:not([open]) > summary').last()
    expect(await closed.evaluate((summary) => getComputedStyle(summary, '::after').content)).toBe('"Show"')
  }))
