import type { Page } from '@playwright/test'
import { axe } from './support/appearances.ts'
import { expect, test } from './support/journey.ts'
import { openTool, passRun } from './support/open-tool.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a tool' })
const chosen = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true })

const openPalette = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

test('the palette leads from a word to the tool, which runs, all by keyboard', { tag: '@smoke' }, async ({ site }) => {
  await site.visit(undefined, async (visitor) => {
    const page = await openTool(visitor, '/')
    await openPalette(page, 'mx')
    await expect(chosen(page)).toContainText('MX Record')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/mx-record$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('#tool-input')).toBeFocused()
    await page.keyboard.type('shop.example')
    await expect(page.getByRole('checkbox')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText('Verified in this browser')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await passRun(page)
    await expect(page.locator('[data-report] h2')).toBeFocused()
  })
})

test('the palette restores the focus when it is closed, by Escape or by the keys that opened it', async ({ site }) => {
  await site.visitPage(undefined, '/', async (page) => {
    const button = page.getByRole('button', { name: 'Find a tool' })
    for (const key of ['Escape', 'Control+k']) {
      await button.focus()
      await openPalette(page, 'trace')
      await page.keyboard.press(key)
      // The browser hides a closed dialog before the page removes it. Until the page has done so, Ctrl+K closes the palette.
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  })
})

test('the palette has no accessibility problem, and stays inside, light and dark, from 320 px', async ({ site }) => {
  await site.visitPage(undefined, '/', async (page) => {
    await openPalette(page, 'mail.example dns')
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 320],
    ] as const)
      await test.step(`${colorScheme} at ${width} px`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 720 })
        const { violations } = await (await axe(page)).include('dialog').analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        const box = await page.getByRole('dialog').boundingBox()
        expect(box !== null && box.x >= 0 && box.x + box.width <= width).toBe(true)
      })
  })
})
