import type { Page } from '@playwright/test'

/** Passes the security check by keyboard: a drawing covers the box. */
export const verify = async (page: Page): Promise<void> => {
  const box = page.getByRole('checkbox', { name: "I'm not a robot" })
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByText('Verified in this browser').waitFor()
}

/** Presses Analyze and waits for the report. */
export const analyze = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
}

/** The text of the report, as the Text tab shows it. */
export const reportText = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: 'Text' }).click()
  const text = await page.getByRole('textbox', { name: /^Analysis output for / }).inputValue()
  await page.getByRole('tab', { name: 'Report', exact: true }).click()
  return text
}
