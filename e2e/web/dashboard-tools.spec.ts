import type { Page } from '@playwright/test'
import { analyzeButton, done, field, run, toast } from './support/dashboard.ts'
import { expect, test } from './support/journey.ts'
import { openTool, passRun } from './support/open-tool.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })

test('a member runs a tool, reads its result, and finds the next tab empty', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(await site.member(), async (visitor) => {
    const page = await openTool(visitor, '/dashboard/dns')
    await expect(analyzeButton(page)).toBeDisabled()
    await field(page).fill('mail.example')
    await field(page).press('Enter')
    await passRun(page)
    await expect(done(page)).toBeVisible()
    await expect(toast(page, 'A Record executed successfully.')).toBeVisible()
    await expect(page.getByText('Today: 1 of at most 100 runs, 99 remaining')).toBeVisible()
    await expect(result(page)).toContainText('"address"', { useInnerText: true })
    expect(visitor.addresses.filter((address) => /\/api\/tools\//.test(address))).toEqual([])

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

test('the address keeps run and world from tool to tool, and the JSON is below the report', async ({ site }) => {
  const link = '?tool=mx-record&input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08%3A14%3A00.000Z&v=3'
  await site.visit(await site.member(), async (visitor) => {
    const page = await openTool(visitor, `/dashboard/dns${link}`)
    const strip = page.getByRole('region', { name: 'Chosen world' })
    await expect(field(page)).toHaveValue('mail.example')
    await expect(strip).toContainText('mx-down')
    await analyzeButton(page).click()
    await passRun(page)
    await expect(page.getByRole('tab', { name: 'Report', exact: true })).toHaveAttribute('aria-selected', 'true')
    const [figure, json] = [await page.getByRole('figure').first().boundingBox(), await result(page).boundingBox()]
    expect(json?.y).toBeGreaterThan(figure?.y ?? Infinity)
    await expect(page).toHaveURL(`${site.service.url}/dashboard/dns${link}`)

    await page.getByRole('tab', { name: /^SPF Check/ }).click()
    await expect(strip).toContainText('k3f9')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'SPF Check', level: 2 })).toBeVisible()
    await expect(strip).toContainText('mx-down')
    await field(page).fill('mail.example')
    await analyzeButton(page).click()
    await passRun(page)
    await strip.getByRole('button', { name: 'Leave this world' }).click()
    await expect(strip).toHaveCount(0)
  })
})

for (const width of [390, 1440])
  test(`toasts never cover the control that has the focus at ${width} px`, async ({ site }) => {
    const viewport = { width, height: 844 }
    await site.visitPage(
      await site.member(),
      '/tools/mx-record',
      async (page) => {
        await run(page, 'mail.example')
        const copy = page.getByRole('button', { name: 'Copy', exact: true })
        // Where the toasts will be.
        await copy.evaluate((button) => button.scrollIntoView({ block: 'end' }))
        await copy.click()
        await toast(page, 'Result copied to clipboard.').hover()
        const covered = async (): Promise<string | undefined> =>
          page.evaluate(() => {
            const box = document.querySelector('[data-toasts]')?.getBoundingClientRect() ?? new DOMRect()
            const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
            const isCovered = left < box.right && box.left < right && top < box.bottom && box.top < bottom
            return isCovered ? (document.activeElement?.textContent ?? '') : undefined
          })
        await expect(copy).toBeFocused()
        await expect.poll(covered).toBeUndefined()
        for (const name of ['Download', 'Share']) {
          await page.keyboard.press('Tab')
          await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
          expect(await covered()).toBeUndefined()
        }
      },
      { viewport, permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })
