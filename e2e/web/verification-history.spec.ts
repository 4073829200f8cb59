import type { Locator, Page } from '@playwright/test'
import { addresses, field, verify } from './support/email-list.ts'
import { expect, type Site, test } from './support/journey.ts'
import { faultsInAppearances, sidewaysOf } from './support/appearances.ts'
import type { Member } from './support/members.ts'

const HISTORY = '/dashboard/verifications'
const list = [...addresses(60), 'ana@mailinator.com', 'no address']

const newOwner = async (site: Site): Promise<Member> => {
  const owner = await site.memberOn('pro')
  const answer = await site.service.api('POST', '/email/verify', { emails: list }, owner.token)
  expect(answer.status).toBe(200)
  return owner
}

const shownAddresses = (page: Page): Locator =>
  page.getByRole('table', { name: 'Verified addresses' }).locator('tbody th code')

const shows = async (page: Page, words: string): Promise<void> =>
  expect(page.getByRole('main').getByRole('status').first()).toHaveText(words)

test('lists verified addresses, newest first, page by page, and finds them', { tag: '@smoke' }, async ({ site }) => {
  await site.visitPage(await newOwner(site), '/email-validation', async (page) => {
    await field(page).fill('info@shop.example')
    await verify(page).click()
    await page.getByRole('link', { name: 'Kept in your history' }).click()
    await expect(page.getByRole('heading', { name: 'Email verifications', level: 1 })).toBeVisible()
    await shows(page, '63 results')
    const pages = page.getByRole('navigation', { name: 'Pages of the history' })
    await expect(pages).toContainText('1–50 of 63')
    const seen = await shownAddresses(page).allInnerTexts()
    expect(seen[0]).toBe('info@shop.example')
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(pages).toContainText('51–63 of 63')
    await expect(shownAddresses(page)).toHaveCount(13)
    seen.push(...(await shownAddresses(page).allInnerTexts()))
    expect(seen.toSorted()).toEqual([...list, 'info@shop.example'].toSorted())
    await page.getByRole('searchbox', { name: 'Search for an address' }).fill('MAILINATOR')
    await shows(page, '1 result')
    await expect(shownAddresses(page)).toHaveText(['ana@mailinator.com'])
    await expect(page).toHaveURL(`${HISTORY}?q=MAILINATOR`)
  })
})

test('can be searched, filtered, saved and paged by keyboard only', async ({ site }) => {
  await site.visitPage(await newOwner(site), HISTORY, async (page) => {
    await shows(page, '62 results')
    const tabTo = async (place: Locator): Promise<void> => {
      const isFocused = async () => place.evaluate((node) => node === document.activeElement)
      for (let step = 0; step < 40 && !(await isFocused()); step += 1) await page.keyboard.press('Tab')
      await expect(place).toBeFocused()
    }
    await page.getByRole('main').focus()
    await tabTo(page.getByRole('searchbox', { name: 'Search for an address' }))
    await page.keyboard.type('m')
    await shows(page, '61 results')
    await tabTo(page.getByRole('button', { name: 'Export CSV' }))
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const next = page.getByRole('button', { name: 'Next' })
    await tabTo(next)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${HISTORY}?page=2&q=m`)
    await expect(page.getByText('51–61 of 61')).toBeVisible()
    // On the last page, the button still has the focus: otherwise keyboard users would lose their place.
    await expect(next).toBeFocused()
    await page.getByLabel('Status', { exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(`${HISTORY}?status=valid&q=m`)
    await expect(page.getByLabel('Status', { exact: true })).toBeFocused()
  })
})

test('has no accessibility problem, light and dark, on a phone and on a desktop', async ({ site }) => {
  await site.visitPage(
    await newOwner(site),
    `${HISTORY}?page=2`,
    async (page) => {
      const faultsOf = async (what: string) =>
        faultsInAppearances(page, what, { more: async (appearance) => sidewaysOf(page, appearance) })
      await expect(page.getByText('51–62 of 62')).toBeVisible()
      expect(await faultsOf('some')).toEqual([])
      await page.getByRole('searchbox', { name: 'Search for an address' }).fill('nobody at all')
      await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
      expect(await faultsOf('none')).toEqual([])
    },
    { reducedMotion: 'reduce' },
  )
})
