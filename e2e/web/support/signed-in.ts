import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { atDashboardOf, signIn } from './account-forms.ts'
import { axe, TAGS } from './axe.ts'
import type { Member } from './members.ts'
import type { Visitor } from './visitors.ts'

/** Signs somebody in by the form and opens a page of theirs. */
export const openAs = async (visitor: Visitor, { email }: Pick<Member, 'email'>, path: string): Promise<Page> => {
  const page = await visitor.open('/login')
  await signIn(page, email)
  await atDashboardOf(page, email)
  await page.goto(path)
  return page
}

/** The toast that says something. */
export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').locator('.toast').filter({ hasText: text }).last()

/** Answers a call of the API in its place. */
export const answerWith = async (page: Page, path: string, status: number, json: unknown): Promise<void> => {
  await page.route(`**/api${path}`, async (route) => route.fulfill({ status, json }))
}

/** Finds nothing that keeps anybody out, in the page as it is; `what` says where that is. */
export const expectAccessible = async (page: Page, what = ''): Promise<void> => {
  const { violations } = await (await axe(page)).withTags(TAGS).analyze()
  expect(
    violations.map(({ id, nodes }) => `${what} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(sideways, `${what} is too wide`).toBeLessThanOrEqual(0)
}
