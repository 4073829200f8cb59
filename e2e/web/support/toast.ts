import type { Page } from 'playwright-core'

/** Waits for the toast that has this title and this message. */
export const toast = async (page: Page, title: string, message: string): Promise<void> =>
  page.locator('.toast').filter({ hasText: title }).filter({ hasText: message }).first().waitFor()
