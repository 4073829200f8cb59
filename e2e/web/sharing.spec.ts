import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { reportText } from './support/open-tool.ts'

const linkTo = (scenario: string) =>
  `/mx-record?input=mail.example&seed=k3f9&scenario=${scenario}&at=2026-11-20T08:14:00.000Z&v=3`

const VERDICT = 'Mail still arrives, ten seconds late.'

/** Returns the size in the header of a PNG file. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

const download = async (page: Page, button: string) => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) }
}

test(
  'a shared report opens at once, is compared, embedded and saved as a picture',
  { tag: '@smoke' },
  async ({ site }) => {
    await site.visit(undefined, async ({ open, addresses }) => {
      const page = await open(linkTo('mx-down'))
      await test.step('opens without a run', async () => {
        await expect(page.locator('[data-report] h2')).toHaveText(VERDICT)
        await expect(page.getByRole('checkbox')).toHaveCount(0)
        expect(await reportText(page)).toContain('seed k3f9')
        expect(addresses.filter((address) => /\/api\/(?!ip$)/.test(address))).toEqual([])
        expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('netbox_usage')
      })

      await test.step('is a card of 600 by 340 in another page', async () => {
        await page.getByText(/^For the sender/).click()
        const card = page.frameLocator('iframe')
        await expect(card.getByRole('heading', { level: 1 })).toHaveText(VERDICT)
        await expect(card.getByRole('link', { name: 'Open in netbox' })).toBeVisible()
        const src = (await page.locator('iframe').getAttribute('src')) ?? ''
        for (const width of [320, 600]) {
          const other = await open(src)
          await other.setViewportSize({ width, height: 340 })
          await expect(other.getByText('Delay for senders')).toBeVisible()
          const over = await other.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement
            return [scrollWidth - innerWidth, scrollHeight - innerHeight]
          })
          expect(over).toEqual([0, 0])
          await other.close()
        }
      })

      await test.step('is a picture of 1200 by 630', async () => {
        const png = await download(page, 'PNG, 1200 by 630')
        expect(png.name).toMatch(/^mx-record-\d{13}\.png$/)
        expect(sizeOf(png.data)).toBe('1200x630')
        const svg = await download(page, 'SVG')
        expect(svg.data.toString()).toMatch(/^<svg[^>]*viewBox="0 0 1200 630".*font-face.*<\/svg>$/s)
      })

      await test.step('is compared with the same run in another scenario', async () => {
        await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click()
        await page
          .getByRole('combobox', { name: 'Run B' })
          .selectOption({ label: 'healthy: Everything is as it should be' })
        await expect(page.locator('[data-report] h2')).toHaveText('mx1 answers again, and mail is ten seconds faster.')
        await page.getByRole('button', { name: 'Swap A and B' }).click()
        await expect(page.locator('[data-report] h2')).toHaveText('mx1 went silent, and mail is ten seconds slower.')
        await page.reload()
        await expect(page.getByText('B is 9.8 s later')).toBeVisible()
      })
    })
  },
)
