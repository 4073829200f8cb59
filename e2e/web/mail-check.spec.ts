import { shiftOf, watchPages } from './support/first-visit.ts'
import { expect, test } from './support/journey.ts'
import { verify } from './support/open-tool.ts'

for (const width of [390, 1440])
  test(`a mail check answers in one sentence, and a reload shows its report again without a run, at ${width} px`, async ({
    site,
  }) =>
    site.visit(
      undefined,
      async (visitor) => {
        await watchPages(visitor.context)
        const page = await visitor.open('/mail-check?seed=k3f9&scenario=mx-down')
        await verify(page)
        await page.getByRole('textbox', { name: 'Domain Name' }).fill('shop.example')
        await page.getByRole('button', { name: 'Check', exact: true }).click()
        const answer = page.getByRole('heading', { name: 'Mail to shop.example arrives, ten seconds late.' })
        await expect(answer).toBeVisible()
        await expect(page.getByText(/^costs 7 runs/).first()).toBeVisible()
        await expect(page).toHaveURL(/\/mail-check\?domain=shop\.example&seed=k3f9&scenario=mx-down&at=/)
        expect(new Set(visitor.addresses).size, 'addresses of a check').toBeLessThanOrEqual(45)
        expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
        const usage = async () => page.evaluate(() => localStorage.getItem('netbox_usage'))
        const before = await usage()
        await page.reload()
        await expect(answer).toBeVisible()
        expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
        expect(await usage()).toBe(before)
      },
      { viewport: { width, height: 844 } },
    ))
