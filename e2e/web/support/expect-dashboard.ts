import { expect, type Page } from '@playwright/test'

/** Expects that the page is the dashboard of somebody. */
export const expectDashboardOf = async (page: Page, email: string): Promise<void> => {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible()
}
