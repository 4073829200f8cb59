import { expect, type Locator, type Page } from '@playwright/test'
import { axe, TAGS } from './axe.ts'
import { sidewaysOf } from './appearances.ts'

/** Expects that a page has no accessibility violations and is not wider than the window. `what` describes the state of the page. */
export const expectAccessible = async (page: Page, what = ''): Promise<void> => {
  const { violations } = await (await axe(page)).withTags(TAGS).analyze()
  const faults = violations.map(
    ({ id, nodes }) => `${what} ${id}: ${nodes.map(({ target }) => target.join(' ')).join()}`,
  )
  expect([...faults, ...(await sidewaysOf(page, what))]).toEqual([])
}

/** Expects the dashboard of a user. */
export const expectDashboardOf = async (page: Page, email: string): Promise<void> => {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
}

/** Returns the latest toast with a text. */
export const toastWith = (page: Page, text: string): Locator =>
  page.getByRole('status').locator('[data-toast]').filter({ hasText: text }).last()
