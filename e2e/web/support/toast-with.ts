import type { Locator, Page } from '@playwright/test'

/** The toast that has these words. */
export const toastWith = (page: Page, text: string): Locator =>
  page.getByRole('status').locator('.toast').filter({ hasText: text }).last()
