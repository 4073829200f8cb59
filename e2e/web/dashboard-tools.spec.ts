import type { Page } from '@playwright/test'
import { analyzeButton, done, field, run, toast } from './support/dashboard.ts'
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

test('the page of a tool is filled in from its address, and runs on request', { tag: '@smoke' }, async ({ site }) => {
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

test('an unknown tool is reported, with a link back', async ({ site }) => {
  await site.visitPage(await site.member(), '/tools/nothing', async (page) => {
    await expect(page.getByRole('heading', { name: 'Tool not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(`${site.service.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Quick actions' })).toBeVisible()
  })
})

test('the address keeps run and world from tool to tool, and the report its tab', async ({ site }) => {
  const link = '?tool=mx-record&input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08%3A14%3A00.000Z&v=2'
  await site.visit(await site.member(), async (visitor) => {
    const page = await openTool(visitor, `/dashboard/dns${link}`)
    const strip = page.getByRole('region', { name: 'Chosen world' })
    await expect(field(page)).toHaveValue('mail.example')
    await expect(strip).toContainText('mx-down')
    await analyzeButton(page).click()
    await passRun(page)
    await expect(page.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Report', exact: true }).click()
    await expect(page.getByRole('figure').first()).toBeVisible()
    await expect(page).toHaveURL(`${site.service.url}/dashboard/dns${link}`)

    await page.getByRole('tab', { name: /^SPF Check/ }).click()
    await expect(strip).toContainText('k3f9')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'SPF Check', level: 2 })).toBeVisible()
    await expect(strip).toContainText('mx-down')
    await field(page).fill('mail.example')
    await analyzeButton(page).click()
    await passRun(page)
    await expect(page.getByRole('tab', { name: 'Report', exact: true })).toHaveAttribute('aria-selected', 'true')
    await strip.getByRole('button', { name: 'Leave this world' }).click()
    await expect(strip).toHaveCount(0)
  })
})

for (const width of [390, 1440])
  test(`toasts cover no action at ${width} px`, async ({ site }) => {
    const viewport = { width, height: 844 }
    await site.visitPage(
      await site.member(),
      '/tools/mx-record',
      async (page) => {
        await run(page, 'mail.example')
        await page.getByRole('button', { name: 'Copy', exact: true }).click()
        await toast(page, 'Result copied to clipboard.').waitFor()
        const covered = async (): Promise<string[]> =>
          page.evaluate(() => {
            const toasts = document.querySelector('[data-toasts]')
            const box = toasts?.getBoundingClientRect() ?? new DOMRect()
            return [...document.querySelectorAll('a[href], button, input, summary')]
              .filter((action) => toasts?.contains(action) !== true)
              .filter((action) => {
                const { left, right, top, bottom, width: wide } = action.getBoundingClientRect()
                return wide > 0 && left < box.right && box.left < right && top < box.bottom && box.top < bottom
              })
              .map(({ textContent }) => textContent)
          })
        await expect.poll(covered).toEqual([])
        await page.mouse.wheel(0, -300)
        await expect.poll(covered).toEqual([])
      },
      { viewport, permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })
