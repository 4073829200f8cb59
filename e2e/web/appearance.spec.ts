import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { hydrated } from './support/visitors.ts'

const REPORT = '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-11-20T08:14:00.000Z&v=3'

/** Returns the computed style of an element. */
const styleOf = async (page: Page, selector: string, names: readonly string[], pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [wanted, part]) => {
        const style = getComputedStyle(element, part)
        return Object.fromEntries(wanted.map((name) => [name, style.getPropertyValue(name)]))
      },
      [names, pseudo] as const,
    )

/** Expects that an element has a ground and words of its own, both visible. */
const expectFilled = async (page: Page, selector: string): Promise<void> => {
  const paper = (await styleOf(page, 'body', ['background-color']))['background-color']
  const { color, 'background-color': ground } = await styleOf(page, selector, ['color', 'background-color'])
  expect([selector, ground === paper, color === ground]).toEqual([selector, false, false])
}

test('in forced colours a selection and the lines of figures stay visible', async ({ site }) =>
  site.visitPage(
    undefined,
    '/mx-record',
    async (page) => {
      await hydrated(page)
      for (const selector of ['[role=tabpanel] [aria-current]', '[role=tab][aria-selected=true]'])
        await expectFilled(page, selector)
      await page.goto(REPORT)
      await expect(page.locator('[data-outcome=silent]')).toBeVisible()
      const paper = (await styleOf(page, 'body', ['background-color']))['background-color']
      for (const [selector, side, lineStyle] of [
        ['[data-outcome=silent]', 'top', 'dashed'],
        ['[data-outcome=open]', 'top', 'solid'],
        ['[data-outcome] ~ b + i', 'left', 'solid'],
      ] as const) {
        const line = await styleOf(page, selector, [`border-${side}-style`, `border-${side}-color`])
        expect([selector, line[`border-${side}-style`]]).toEqual([selector, lineStyle])
        expect(line[`border-${side}-color`]).not.toBe(paper)
      }
      await page.goto(REPORT.replace('mx-record', 'ping-test').replace('mx-down', 'healthy'))
      await expect(page.locator('figure li > span').first()).toBeVisible()
      expect((await styleOf(page, 'figure li > span', ['background-color']))['background-color']).not.toBe(paper)
    },
    { forcedColors: 'active' },
  ))

test('in forced colours words on a ground of their own, and the edge of a menu, stay visible', async ({ site }) => {
  const [admin, path] = [await site.admin(), '/admin/notifications']
  const note = { title: 'Maintenance', message: 'On Sunday.', type: 'general', is_global: true }
  await site.service.api('POST', path, { ...note, target_user_id: null, expires_at: null }, admin.token)
  await site.visitPage(
    admin,
    '/pricing',
    async (page) => {
      const paper = (await styleOf(page, 'body', ['background-color']))['background-color']
      await page.getByText('Annual', { exact: true }).click()
      await expectFilled(page, 'label:has(:checked)')
      await expectFilled(page, 'h2 + span')
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /notification/i }).click()
      await expectFilled(page, 'header button > span[class*=rounded-full]')
      const menu = 'header button[aria-expanded=true] + div'
      await expect(page.locator(menu)).toContainText('Maintenance')
      expect((await styleOf(page, menu, ['border-left-color']))['border-left-color']).not.toBe(paper)
    },
    { forcedColors: 'active' },
  )
})

test('in forced colours the words of the chosen tool of the dashboard stay visible', async ({ site }) =>
  site.visitPage(
    await site.member(),
    '/dashboard/dns',
    async (page) => {
      const chosen = page.getByRole('tab', { name: /^A Record/ })
      await expect(chosen).toHaveAttribute('aria-selected', 'true')
      await expectFilled(page, '[role=tab][aria-selected=true]')
    },
    { forcedColors: 'active' },
  ))

test('a printed report has the name of its tool and its tables', async ({ site }) =>
  site.visitPage(undefined, REPORT, async (page) => {
    await expect(page.getByText('A shared report.')).toBeVisible()
    const table = page.locator('[data-report] details').last()
    const height = async () => (await table.boundingBox())?.height ?? 0
    const folded = await height()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(height).toBeGreaterThan(folded + 100)
    expect((await styleOf(page, '[data-tool]', ['content'], '::before')).content).toContain('MX Record')
    await expect(page.locator('section', { has: page.locator('iframe') })).not.toBeVisible()
  }))

test('on a phone a verdict takes two lines at most', async ({ site }) =>
  site.visit(
    undefined,
    async ({ open }) => {
      for (const [path, length] of [
        ['dns-diagnostic?input=example.com&seed=s0&scenario=random', 32],
        ['arin-lookup?input=198.18.4.7&seed=s0&scenario=random', 43],
        ['mx-record?input=www.mail.example&seed=s6&scenario=random', 57],
        ['blacklist-check?input=198.18.4.7&seed=s0&scenario=block-lists-refuse', 71],
      ] as const) {
        const verdict = (await open(`/${path}&at=2026-11-20T08:14:00.000Z&v=3`)).locator('[data-report] h2')
        expect(await verdict.textContent()).toHaveLength(length)
        const lines = await verdict.evaluate(
          (heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight),
        )
        expect([path, Math.round(lines)]).toEqual([path, 2])
      }
    },
    { viewport: { width: 390, height: 844 } },
  ))

test('on a phone the choice of the palette is above its footer', async ({ site }) =>
  site.visitPage(
    undefined,
    '/',
    async (page) => {
      await hydrated(page)
      for (const [width, height] of [
        [390, 844],
        [1440, 560],
        [1024, 400],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.keyboard.press('Control+K')
        await page.getByRole('combobox', { name: 'Find a tool' }).fill('mail.example mx')
        const [open, footer] = [page.getByRole('option', { selected: true }), page.locator('[data-keys]')]
        await expect(open).toBeVisible()
        const [button, foot] = [await open.boundingBox(), await footer.boundingBox()]
        expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
        await page.keyboard.press('Control+K')
      }
    },
    { viewport: { width: 390, height: 844 } },
  ))
