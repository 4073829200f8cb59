import type { Page } from '@playwright/test'

/** Passes the security check with the keyboard, because an image covers the checkbox and receives clicks. */
export const verify = async (page: Page): Promise<void> => {
  const box = page.getByRole('checkbox', { name: "I'm not a robot" })
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByText('Verified in this browser').waitFor()
}

/** Clicks Analyze and waits for the report. */
export const analyze = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
}

/** Returns the text of the report from the Text tab. */
export const reportText = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: 'Text' }).click()
  const text = await page.getByRole('textbox', { name: /^Analysis output for / }).inputValue()
  await page.getByRole('tab', { name: 'Report', exact: true }).click()
  return text
}
