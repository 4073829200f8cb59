import { emailField, newAddress, PASSWORD, passwordField, register, signIn } from './support/account-forms.ts'
import { expectDashboardOf, expect, test as journey } from './support/journey.ts'
import { type Mailbox, startMailbox } from './support/start-mailbox.ts'

interface Mails {
  /** The mail server of the service. */
  readonly mailbox: Mailbox
}

const test = journey.extend<object, Mails>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ mailbox }, use) => use({ SMTP_URL: mailbox.url }), { scope: 'worker' }],
})

/** Returns the path of the link in a message, and the message's code. */
const proofIn = (mail: string): { path: string; code: string } => ({
  path: /https?:\/\/[^/\s]+(\/\w+#token=\S+)/.exec(mail)?.[1] ?? '',
  code: /: (\d{6})$/m.exec(mail)?.[1] ?? '',
})

/** Returns the queries of addresses. There must be none: browsers don't send a token after the '#', but they do send one in a query. */
const queriesOf = (addresses: readonly string[]): string[] =>
  addresses.map((address) => new URL(address).search).filter((search) => search !== '')

test('an address is confirmed between registering and signing in', { tag: '@smoke' }, async ({ site, mailbox }) => {
  await site.visit(undefined, async ({ open, addresses }) => {
    const page = await open('/register')
    const email = newAddress()
    await register(page, email)
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email)
    await expect(page.getByRole('alert')).toContainText('Confirm your email first. The link is in the message we sent.')
    const link = await open(proofIn(await mailbox.next(email, '/confirm#')).path)
    await expect(link.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused()
    // The page removes the used token from the address.
    await expect(link).toHaveURL(`${site.service.url}/confirm`)
    await link.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expectDashboardOf(link, email)
    expect(queriesOf(addresses)).toEqual([])
  })
})

test('a forgotten password is replaced by the link of a mail, once', { tag: '@smoke' }, async ({ site, mailbox }) => {
  const email = newAddress()
  await site.service.api('POST', '/auth/register', { email, password: PASSWORD })
  const { code } = proofIn(await mailbox.next(email, '/confirm#'))
  expect((await site.service.api('POST', '/auth/confirm', { email, code })).status).toBe(200)
  await site.visit(undefined, async ({ open, addresses }) => {
    const page = await open('/login')
    await page.getByRole('link', { name: 'Forgot it?' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeFocused()
    await emailField(page).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
    const { path } = proofIn(await mailbox.next(email, '/reset#'))
    const choose = async (tab: typeof page): Promise<void> => {
      await tab.getByLabel('New password', { exact: true }).fill('battery staple')
      await tab.getByLabel('Confirm password', { exact: true }).fill('battery staple')
      await tab.getByRole('button', { name: 'Set the new password' }).click()
    }
    const link = await open(path)
    await choose(link)
    await expect(link.getByRole('heading', { name: 'Your password has been changed' })).toBeFocused()
    await expect(link).toHaveURL(`${site.service.url}/reset`)
    await link.getByRole('link', { name: 'Sign in' }).click()
    await signIn(link, email)
    await expect(link.getByRole('alert')).toContainText('Invalid email or password.')
    await passwordField(link).fill('battery staple')
    await link.getByRole('button', { name: 'Sign in' }).click()
    await expectDashboardOf(link, email)
    await page.goto(path)
    await choose(page)
    await expect(page.getByRole('alert')).toContainText('This link is wrong or no longer valid.')
    expect(queriesOf(addresses)).toEqual([])
  })
})
