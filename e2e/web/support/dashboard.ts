import type { Page } from '@playwright/test'

/** The input of the tool that is shown. */
export const field = (page: Page) => page.getByRole('main').getByRole('textbox').first()

/** The button that runs the tool that is shown. */
export const analyzeButton = (page: Page) => page.getByRole('button', { name: 'Analyze', exact: true })

/** The message at the end of a run. */
export const done = (page: Page) => page.getByText('Analysis completed successfully')

/** A toast with these words. */
export const toast = (page: Page, text: string) => page.locator('[data-toast]').getByText(text)

/** Runs the tool that is shown. */
export const run = async (page: Page, input: string): Promise<void> => {
  await field(page).fill(input)
  await analyzeButton(page).click()
  await done(page).waitFor()
}
