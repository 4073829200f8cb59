import { noticedIn, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { hydrated } from './support/visitors.ts'

const SCENARIO = 'mx-down:shop.example'

for (const width of [390, 1440])
  test(
    `a world is chosen once and shown on every page, without a layout shift at ${width} px`,
    { tag: width === 1440 ? '@smoke' : [] },
    async ({ site }) =>
      site.visit(
        await site.member(),
        async (visitor) => {
          await watchPages(visitor.context)
          const page = await visitor.open('/mx-record')
          await page.getByRole('link', { name: 'Change the world' }).click()
          await page.getByRole('textbox', { name: 'Seed' }).fill('k3f9')
          await page.getByRole('checkbox', { name: /mx-down/ }).check()
          await page.getByRole('combobox', { name: 'Where mx-down holds' }).selectOption('Other domains …')
          await page.getByRole('textbox', { name: 'Domains in which mx-down holds' }).fill('shop.example')
          await page.getByRole('button', { name: 'Use this world' }).click()
          await expect(page).toHaveURL(/\/mx-record$/)
          const strip = page.getByRole('region', { name: 'Chosen world' })
          for (const path of [
            '/',
            '/mx-record',
            '/bulk',
            '/compare',
            '/world',
            '/login',
            '/pricing',
            '/dashboard',
            '/docs',
          ]) {
            await page.goto(path)
            await expect(strip).toContainText('k3f9')
            await expect(strip).toContainText(SCENARIO)
            await (path === '/docs' ? page.locator('html[data-ready]').waitFor() : hydrated(page))
            expect(await noticedIn(page), path).toEqual([])
          }
          await strip.getByRole('button', { name: 'New world' }).click()
          await expect(strip).not.toContainText('k3f9')
          await expect(strip).toContainText(SCENARIO)
          await page.goto('/mail-check')
          await expect(strip).toContainText(SCENARIO)
          await page.goto('/docs/getting-started')
          await strip.getByRole('button', { name: 'Leave this world' }).click()
          await expect(strip).toBeHidden()
          await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        },
        { viewport: { width, height: 844 } },
      ),
  )
