import type { Page } from '@playwright/test'
import { analyzeButton, done, field, toast } from './support/dashboard.ts'
import { expect, test } from './support/journey.ts'
import { openTool, passRun } from './support/open-tool.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })

test('a member runs a tool, folds its result, and finds the next tab empty', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(await site.member(), async (visitor) => {
    const page = await openTool(visitor, '/dashboard/dns')
    await expect(analyzeButton(page)).toBeDisabled()
    await field(page).fill('mail.example')
    await field(page).press('Enter')
    await passRun(page)
    await expect(done(page)).toBeVisible()
    await expect(toast(page, 'A Record executed successfully.')).toBeVisible()
    await expect(page.getByText('Today: 1 of 100 used, 99 left')).toBeVisible()
    await expect(result(page)).toContainText('"address"', { useInnerText: true })
    expect(visitor.addresses.filter((address) => /\/api\/tools\//.test(address))).toEqual([])

    await result(page).locator('summary', { hasText: '"records"' }).focus()
    await page.keyboard.press('Enter')
    await expect(result(page)).not.toContainText('"address"', { useInnerText: true })
    await expect(result(page)).toContainText('"domain"', { useInnerText: true })

    await page.getByRole('tab', { name: /^A Record/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: 'MX Record', level: 2 })).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await expect(done(page)).toHaveCount(0)
  })
})

test('the page of a tool is filled in by its address, and runs when asked', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(await site.member(), async (visitor) => {
    const page = await openTool(visitor, '/tools/header-security?input=shop.example&seed=k3f9&scenario=healthy')
    await expect(page.getByRole('heading', { name: 'Header Security', level: 1 })).toBeVisible()
    await expect(field(page)).toHaveValue('shop.example')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await analyzeButton(page).click()
    await passRun(page)
    await expect(done(page)).toBeVisible()
    await expect(result(page)).toContainText('shop.example')
  })
})

test('there is no such tool, and a way back', async ({ site }) => {
  await site.visitPage(await site.member(), '/tools/nothing', async (page) => {
    await expect(page.getByRole('heading', { name: 'Tool not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(`${site.service.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Quick actions' })).toBeVisible()
  })
})
