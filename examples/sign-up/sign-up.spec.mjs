import { expect, test } from '@playwright/test'

const { NETBOX_CONTROL_URL, NETBOX_CONTROL_TOKEN } = process.env

/** Waits for a message to an address, and returns its first code. */
const codeFor = async (email) => {
  const url = `${NETBOX_CONTROL_URL}/messages?to=${encodeURIComponent(email)}&wait=30s`
  const response = await fetch(url, { headers: { authorization: `Bearer ${NETBOX_CONTROL_TOKEN}` } })
  const { messages } = await response.json()
  return messages[0].codes[0]
}

for (const name of ['ana', 'ben', 'cem', 'dora', 'emil', 'finn', 'gita', 'hugo'])
  test(`${name} signs up with the code of a message`, async ({ page }) => {
    const email = `${name}@mail.example`
    await page.goto('https://www.shop.example/')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button').click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.getByLabel('Code').fill(await codeFor(email))
    await page.getByRole('button').click()
    await expect(page.getByRole('status')).toHaveText(`${email} is signed up`)
  })
