import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { PASSWORD, signIn } from './support/account-forms.ts'
import { expect, type Site, test, toastWith } from './support/journey.ts'
import { type Member, signInAgain } from './support/members.ts'

const ACCOUNT = '/dashboard/account'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const verify = async ({ service }: Site, { token }: Pick<Member, 'token'>): Promise<number> =>
  (await service.api('GET', '/auth/verify', undefined, token)).status

test('changes the password, which signs out every other device', { tag: '@smoke' }, async ({ site }) => {
  const elsewhere = await site.member()
  const here = await signInAgain(site.service, elsewhere)
  await site.visitPage(here, ACCOUNT, async (page) => {
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill('battery staple')
    await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple')
    await button(page, 'Change password').click()
    await expect(toastWith(page, 'Password changed')).toBeVisible()
    await expect(page.getByText('You are not signed in on any other device.')).toBeVisible()
    expect(await verify(site, elsewhere)).toBe(401)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Plan' }).getByText(here.email)).toBeVisible()
  })
  const answer = await site.service.api('POST', '/auth/login', { email: here.email, password: 'battery staple' })
  expect(answer.status).toBe(200)
})

test('adds a second factor, and signs in with a code and with a recovery code', async ({ site }) => {
  const person = await site.member()
  let recoveryCode = ''
  await site.visitPage(person, ACCOUNT, async (page) => {
    const factor = page.getByRole('region', { name: 'Second factor' })
    await factor.getByRole('button', { name: 'Set it up' }).click()
    const picture = factor.getByRole('img', { name: 'QR code for the authenticator app' })
    await expect(picture).toBeVisible()
    // A natural width above 0 means that the browser can draw the picture.
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const secret = await factor.locator('dd').nth(1).innerText()
    const totp = new TOTP({ secret: secret.replaceAll(' ', '') })
    await factor.getByLabel('The code that your app shows now').fill(totp.generate())
    await factor.getByRole('button', { name: 'Turn on' }).click()
    const codes = factor.getByRole('list', { name: 'Ten recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recoveryCode = await codes.first().innerText()
    await factor.getByRole('button', { name: 'I have saved them' }).click()
    await expect(factor.getByText('10 of 10 left.')).toBeVisible()
  })
  await site.visitPage(undefined, `/login?next=${encodeURIComponent(ACCOUNT)}`, async (page) => {
    await signIn(page, person.email)
    await expect(page.getByRole('heading', { name: 'One more signal' })).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel(`Recovery code for ${person.email}`).fill(recoveryCode)
    await button(page, 'Sign in').click()
    await expect(page.getByText('9 of 10 left.')).toBeVisible()
  })
})

test('ends another session', async ({ site }) => {
  const person = await site.member()
  await site.visitPage(undefined, `/login?next=${encodeURIComponent(ACCOUNT)}`, async (page) => {
    await signIn(page, person.email)
    const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.filter({ hasText: 'This device' })).toContainText('Chrome on Linux')
    await devices.getByRole('button', { name: 'Sign out Node.js at' }).click()
    await expect(toastWith(page, 'The device was signed out.')).toBeVisible()
    await expect(devices).toHaveCount(1)
    expect(await verify(site, person)).toBe(401)
    await page.reload()
    await expect(devices).toHaveCount(1)
  })
})

test('creates an API token, copies it and revokes it', { tag: '@smoke' }, async ({ site }) => {
  const statusOf = async (token: string): Promise<number> =>
    (await site.service.api('GET', '/usage', undefined, token)).status
  await site.visitPage(
    await site.memberOn('enterprise'),
    ACCOUNT,
    async (page) => {
      const tokens = page.getByRole('region', { name: 'API tokens' })
      await tokens.getByLabel('Name').fill('Nightly report')
      await tokens.getByLabel('Run tools').uncheck()
      await tokens.getByLabel('Read your daily usage').check()
      await button(page, 'Create token').click()
      await expect(page.getByRole('heading', { name: 'Your new token' })).toBeFocused()
      await button(page, 'Copy').click()
      await expect(toastWith(page, 'Token copied to clipboard.')).toBeVisible()
      const token = await page.evaluate(async () => navigator.clipboard.readText())
      expect(token).toMatch(/^nbx_/)
      expect(await statusOf(token)).toBe(200)
      const run = await site.service.api('POST', '/tools/mx-record/run', { input: 'a.example' }, token)
      expect(run.status).toBe(403)
      await page.reload()
      await button(page, 'Revoke Nightly report').click()
      // After a reload, the page doesn't contain the token.
      expect(await page.content()).not.toContain(token)
      await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click()
      await expect(tokens.getByText('No tokens yet.')).toBeVisible()
      expect(await statusOf(token)).toBe(401)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  )
})

test('downloads all stored data as one JSON file, without secrets', async ({ site }) => {
  const person = await site.member()
  await site.service.api('POST', '/tools/mx-record/run', { input: 'exported.example' }, person.token)
  await site.visitPage(person, ACCOUNT, async (page) => {
    const coming = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^netbox-account-\d{4}-\d\d-\d\d\.json$/)
    await expect(toastWith(page, 'Your data was saved to a file.')).toBeVisible()
    const text = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      profile: { email: person.email },
      runs: [{ tool: 'mx-record', input: 'exported.example' }],
    })
    expect(text).not.toContain(person.token)
  })
})

test('deletes the account, with the keyboard only', { tag: '@smoke' }, async ({ site }) => {
  const person = await site.member()
  await site.visitPage(person, ACCOUNT, async (page) => {
    const remove = button(page, 'Delete my account')
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(remove).toBeFocused()
    await page.keyboard.press('Enter')
    const password = dialog(page).getByLabel('Your password', { exact: true })
    // The dialog opens with its first field focused.
    await expect(password).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(toastWith(page, 'Account deleted')).toBeVisible()
    await expect(page).toHaveURL(`${site.service.url}/`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  })
  expect(await verify(site, person)).toBe(401)
  const again = await site.service.api('POST', '/auth/register', { email: person.email, password: PASSWORD })
  expect(again.status).toBe(201)
})
