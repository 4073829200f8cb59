import type { Page } from '@playwright/test'

export const PASSWORD = 'correct horse'
let count = 0

/** Returns an unused address. */
export const newAddress = (): string => {
  count += 1
  return `ana.${count}@mail.example`
}

export const emailField = (page: Page) => page.getByLabel('Email', { exact: true })
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })

/** Fills in the sign-in form and submits it. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Fills in the registration form and submits it. */
export const register = async (page: Page, email: string, password = PASSWORD, again = password): Promise<void> => {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Signs out through the account menu. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
}
