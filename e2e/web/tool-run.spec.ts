import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { analyzeAtOnce, openTool, passRun, reportText, verify } from './support/open-tool.ts'

const MX_DOWN = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'

const input = (page: Page) => page.locator('#tool-input')
/** Opens the form from a shared report, and checks that the input is filled in. */
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(input(page)).toHaveValue('mail.example')
}
const toast = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text })

test(
  'a visitor is refused a blank input, passes the security check and runs a tool',
  { tag: '@smoke' },
  async ({ site }) => {
    await site.visit(undefined, async ({ context, open, addresses }) => {
      await context.clock.install()
      const page = await open('/mx-record')
      await input(page).press('Enter')
      await expect(toast(page, 'Please enter a valid input.')).toBeVisible()
      await expect(input(page)).toHaveAttribute('aria-invalid', 'true')
      const button = page.getByRole('button', { name: 'Analyze' })
      await input(page).fill('mail.example')
      await expect(button).toBeDisabled()
      await verify(page)
      await analyzeAtOnce(page)
      await expect(toast(page, 'Tool execution finished successfully.')).toBeVisible()
      await expect(page.getByText('99 of 100 left')).toBeVisible()
      await expect(page.locator('[data-report] h2')).toBeFocused()
      expect(await reportText(page)).toMatch(/^SIMULATED · netbox-sim\/3 · seed /)
      expect(addresses.filter((address) => /\/api\/(?!ip$)/.test(address))).toEqual([])
    })
  },
)

test(
  'a second link at the top leads to the input, and the focus stays with the run',
  { tag: '@smoke' },
  async ({ site }) => {
    await site.visit(undefined, async (visitor) => {
      const page = await openTool(visitor, '/a-record')
      await verify(page)
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to the input' })).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(input(page)).toBeFocused()
      await page.keyboard.type('shop.example')
      await page.keyboard.press('Enter')
      const stop = page.getByRole('button', { name: 'Stop' })
      await stop.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Run cancelled' })).toBeVisible()
      await expect(page.locator('body')).not.toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('region', { name: 'Run cancelled' }).getByRole('button')).toBeFocused()
    })
  },
)

test('a run can be done by keyboard only', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, '/a-record')
    await expect(page.getByRole('checkbox')).toBeVisible()
    await page.keyboard.press('/')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('shop.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText('Verified in this browser')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await passRun(page)
    await expect(page.locator('[data-report] h2')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tab', { name: 'Report' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('textbox', { name: 'Analysis output for shop.example' })).toBeVisible()
  })
})

test(
  'a report is copied and saved, and its link repeats the run byte for byte',
  { tag: '@smoke' },
  async ({ site }) => {
    await site.visit(
      undefined,
      async (visitor) => {
        const page = await openTool(visitor, '/spf-check')
        await verify(page)
        await input(page).fill('mail.example')
        await analyzeAtOnce(page)
        const text = await reportText(page)

        await page.getByRole('button', { name: 'Copy', exact: true }).click()
        await expect(toast(page, 'Result copied to clipboard.')).toBeVisible()
        expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(text)

        const downloading = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download' }).click()
        const download = await downloading
        await expect(toast(page, 'Result saved to file.')).toBeVisible()
        expect(download.suggestedFilename()).toMatch(/^spf-check-\d{13}\.txt$/)
        expect(await readFile(await download.path(), 'utf8')).toBe(text)

        await page.getByRole('button', { name: 'Share' }).click()
        const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
        const other = await visitor.open(link)
        await expect(other.getByText('A shared report.')).toBeVisible()
        expect(await reportText(other)).toBe(text)
        await openForm(other)
        // The visit has passed its security check.
        await expect(other.getByText('Verified in this browser')).toBeVisible()
        await expect(other.getByRole('progressbar')).toHaveCount(0)
        await analyzeAtOnce(other)
        expect(await reportText(other)).toBe(text)
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  },
)

test('a visitor is refused at the daily limit', async ({ site }) => {
  await site.visit(
    undefined,
    async (visitor) => {
      const page = await openTool(visitor, '/mx-record', '2026-11-20T12:00:00Z')
      await expect(page.getByText('0 of 100 left')).toBeVisible()
      await expect(page.getByText(/^Daily limit reached: .* Resets at 00:00 UTC\./)).toBeVisible()
      await verify(page)
      await expect(page.getByRole('button', { name: 'Analyze' })).toBeDisabled()
      await input(page).fill('mail.example')
      await input(page).press('Enter')
      const sheet = page.getByRole('region', { name: 'Access restricted' })
      await expect(sheet).toContainText('Daily limit reached: 100 runs of MX Record per day on the Free plan.')
      await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0)
    },
    { kept: { netbox_usage: JSON.stringify({ day: '2026-11-20', runs: { anonymous: { 'mx-record': 100 } } }) } },
  )
})

test('a run is stored for the next page, and leads back there', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, MX_DOWN)
    await openForm(page)
    await verify(page)
    await analyzeAtOnce(page)
    // The page stores a run after it has shown the report.
    await expect.poll(async () => page.evaluate(() => localStorage.getItem('netbox_recent_runs'))).toContain('k3f9')
    await page.goto('/ping-test')
    await page.getByText('Recent runs, 1').click()
    await page.getByRole('link', { name: /MX Record.*k3f9/s }).click()
    await expect(page).toHaveURL(/mx-record\?input=mail\.example/)
    await expect(page.locator('[data-report] h2')).toHaveText('Mail still arrives, ten seconds late.')
    await expect(input(page)).toHaveValue('mail.example')
    await expect(page.getByText('mx-down', { exact: true }).first()).toBeVisible()
  })
})

test('your own facts come with a link and stay with the run', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const world = JSON.stringify({ hosts: { 'mx1.mail.example': { smtp: { state: 'refused' } } } })
    const page = await openTool(visitor, `${MX_DOWN.replace('mx-down', 'healthy')}&world=${encodeURIComponent(world)}`)
    await openForm(page)
    await verify(page)
    await analyzeAtOnce(page)
    await expect(page.locator('[data-report] h2')).toHaveText(
      'Mail still arrives, but not at the preferred mail server.',
    )
    await expect(page.getByText('facts of your own 1 host')).toBeVisible()
    const text = await reportText(page)

    await page.getByRole('button', { name: 'Share' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    const other = await visitor.open(link)
    expect(await reportText(other)).toBe(text)

    await other.goto('/ping-test')
    await other.getByText('Recent runs, 1').click()
    await other.getByRole('link', { name: /MX Record.*k3f9/s }).click()
    await expect(input(other)).toHaveValue('mail.example')
    await other.getByRole('link', { name: 'Change the world' }).click()
    await expect(other.getByText(/ kB, 1 host$/)).toBeVisible()
  })
})

test('the chosen world stays from tool to tool, and the address keeps the run', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, MX_DOWN)
    await openForm(page)
    const strip = page.getByRole('region', { name: 'Chosen world' })
    await expect(strip).toContainText('mx-down')
    await page.getByRole('tabpanel').getByRole('link', { name: 'TXT Records' }).click()
    await expect(page).toHaveURL(/\/txt-records$/)
    await expect(strip).toContainText('k3f9')
    await verify(page)
    await analyzeAtOnce(page)
    await expect(page).toHaveURL(/\/txt-records\?input=mail\.example&seed=k3f9&scenario=mx-down&/)
    await page.reload()
    await expect(strip).toContainText('mx-down')
    await page.goBack()
    await expect(page).toHaveURL(/\/mx-record\?/)
    await expect(page.getByText('A shared report.')).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(/\/txt-records\?/)
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
    await strip.getByRole('button', { name: 'Leave this world' }).click()
    await expect(strip).toHaveCount(0)
  })
})

test('a run fails with Retry when its code cannot be loaded, and reports it in the log', async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, '/ping-test')
    await verify(page)
    await page.route(/ping-test\.simulation/, async (route) => route.abort())
    await input(page).fill('shop.example')
    await input(page).press('Enter')
    const box = page.getByRole('region', { name: 'Execution failed' })
    await expect(box).toBeVisible()
    await expect(page.getByRole('log')).toContainText('Execution failed: An error occurred during tool execution.')
    await expect(toast(page, 'Execution failed').getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(box.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText('50 of 50 left')).toBeVisible()
  })
})

test('tools run if storage is blocked', async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    await visitor.context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    const page = await openTool(visitor, '/mx-record')
    await verify(page)
    await input(page).fill('mail.example')
    await analyzeAtOnce(page)
    await expect(page.getByText('99 of 100 left')).toBeVisible()
    await expect(page.getByText('Recent runs, 1')).toBeVisible()
  })
})

test('the text of a report is in a box of at most 24rem', async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, MX_DOWN)
    await openForm(page)
    await verify(page)
    await analyzeAtOnce(page)
    await page.getByRole('tab', { name: 'Text' }).click()
    const box = page.getByRole('textbox', { name: 'Analysis output for mail.example', exact: true })
    const { height, rem, content } = await box.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      content: element.scrollHeight,
      rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    }))
    expect(height).toBeLessThanOrEqual(24 * rem)
    // The content is taller than the limit, so the expectation above shows that the limit applies.
    expect(content).toBeGreaterThan(24 * rem)
  })
})
