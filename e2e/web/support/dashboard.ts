import type { Page } from '@playwright/test'

/** Returns the input of the current tool. */
export const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()

/** Returns the button that runs the current tool. */
export const analyzeButton = (page: Page) => page.getByRole('button', { name: 'Analyze', exact: true })

/** Returns the message at the end of a run. */
export const done = (page: Page) => page.getByText('Analysis completed successfully')

/** Returns a toast with a text. */
export const toast = (page: Page, text: string) => page.locator('[data-toast]').getByText(text)

/** Runs the current tool. */
export const run = async (page: Page, input: string): Promise<void> => {
  await field(page).fill(input)
  await analyzeButton(page).click()
  await done(page).waitFor()
}
