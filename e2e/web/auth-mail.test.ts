import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  atDashboardOf,
  emailField,
  newAddress,
  PASSWORD,
  passwordField,
  register,
  signIn,
} from './support/account-forms.ts'
import { type Mailbox, startMailbox } from './support/start-mailbox.ts'
import { givenService } from './support/given-service.ts'
import type { Visitor } from './support/visitors.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(async () => mailbox.close())
const site = givenService(() => ({ SMTP_URL: mailbox.url }))

const visit = async (work: (visitor: Visitor) => Promise<void>): Promise<void> =>
  site.visit(undefined, async (visitor) => {
    await work(visitor)
    // What is behind a '#' stays in the browser; in front of it there is nothing secret.
    expect(visitor.addresses.map((address) => new URL(address).search).filter((search) => search !== '')).toEqual([])
  })

/** Reads the path of the link in a mail, and its code. */
const proofIn = (mail: string): { path: string; code: string } => ({
  path: /https?:\/\/[^/\s]+(\/\w+#token=\S+)/.exec(mail)?.[1] ?? '',
  code: /: (\w{5}-\w{5})/.exec(mail)?.[1] ?? '',
})

const registered = async (page: Page): Promise<string> => {
  const email = newAddress()
  await register(page, email)
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  return email
}

const confirmed = async (): Promise<string> => {
  const email = newAddress()
  await site.service.api('POST', '/auth/register', { email, password: PASSWORD })
  const { code } = proofIn(await mailbox.next(email, '/confirm#'))
  expect((await site.service.api('POST', '/auth/confirm', { email, code })).status).toBe(200)
  return email
}

describe('confirming an address', () => {
  it('comes between registering and signing in, and its link works once', async () => {
    await visit(async ({ open }) => {
      const page = await open('/register')
      const email = await registered(page)
      await page.getByText(`We sent a link to ${email}. Open it to confirm your address, then sign in.`).waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await signIn(page, email)
      await page.getByRole('alert').getByText('Confirm your email first. The link is in the message we sent.').waitFor()
      const { path } = proofIn(await mailbox.next(email, '/confirm#'))
      const link = await open(path)
      await link.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
      // The token is used up, and gone from the address.
      expect(link.url()).toBe(`${site.service.url}/confirm`)
      await link.getByRole('link', { name: 'Go to the dashboard' }).click()
      await atDashboardOf(link, email)
      const again = await open(path)
      await again.getByRole('alert').getByText('This link is wrong or no longer valid. Ask for a new one.').waitFor()
    })
  })

  it('can be asked for again from the sign-in page, and done by code', async () => {
    await visit(async ({ open }) => {
      const email = await registered(await open('/register'))
      await mailbox.next(email, '/confirm#')
      const page = await open('/login')
      await page.getByRole('button', { name: 'Send it again' }).click()
      await page.getByText('Please enter your email address.').waitFor()
      await emailField(page).fill(email)
      await page.getByRole('button', { name: 'Send it again' }).click()
      await page.getByText(`If ${email} waits to be confirmed, a new message is on its way.`).waitFor()
      const { code } = proofIn(await mailbox.next(email, '/confirm#'))
      const form = await open('/confirm')
      await emailField(form).fill(email)
      await form.getByLabel('Code from the mail').fill('wrong-wrong')
      await form.getByRole('button', { name: 'Confirm' }).click()
      await form.getByRole('alert').getByText('This code is wrong or no longer valid.').waitFor()
      await form.getByLabel('Code from the mail').fill(code)
      await form.getByRole('button', { name: 'Confirm' }).click()
      await form.getByText(`You are signed in as ${email}.`).waitFor()
    })
  })

  it('can be tried again with the same link after a failure of the service', async () => {
    await visit(async ({ context, open }) => {
      const email = await registered(await open('/register'))
      const { path } = proofIn(await mailbox.next(email, '/confirm#'))
      await context.route('**/api/auth/confirm', async (route) => route.abort())
      const page = await open(path)
      await page.getByRole('alert').getByText('Cannot connect to server.').waitFor()
      await context.unroute('**/api/auth/confirm')
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(`You are signed in as ${email}.`).waitFor()
    })
  })
})

describe('a forgotten password', () => {
  const ask = async (page: Page, email: string): Promise<string> => {
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await emailField(page).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    return (await page.getByRole('main').innerText()).replaceAll(email, '{email}')
  }
  const choose = async (page: Page, password: string): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set the new password' }).click()
  }

  it('is answered alike for known and unknown addresses', async () => {
    const known = await confirmed()
    await visit(async ({ open }) => {
      const answers = [await ask(await open('/reset'), known), await ask(await open('/reset'), newAddress())]
      expect(answers[0]).toBe(answers[1])
    })
  })

  it('is replaced by the link of the mail, once; the old one no longer signs in', async () => {
    const email = await confirmed()
    await visit(async ({ open }) => {
      const page = await open('/login')
      await page.getByRole('link', { name: 'Forgot it?' }).click()
      await ask(page, email)
      const { path } = proofIn(await mailbox.next(email, '/reset#'))
      const link = await open(path)
      await choose(link, 'short')
      await link.getByText('Password must be at least 6 characters long.').waitFor()
      await choose(link, 'battery staple')
      await link.getByRole('heading', { name: 'Your password is changed' }).waitFor()
      expect(link.url()).toBe(`${site.service.url}/reset`)
      await link.getByRole('link', { name: 'Sign in' }).click()
      await signIn(link, email)
      await link.getByRole('alert').getByText('Invalid email or password.').waitFor()
      await passwordField(link).fill('battery staple')
      await link.getByRole('button', { name: 'Sign in' }).click()
      await atDashboardOf(link, email)
      const again = await open(path)
      await choose(again, 'battery staples')
      await again.getByRole('alert').getByText('This link is wrong or no longer valid.').waitFor()
      await again.getByRole('button', { name: 'Ask for a new link' }).click()
      await again.getByRole('heading', { name: 'Reset your password' }).waitFor()
    })
  })

  it('is replaced by the code of the mail, too', async () => {
    const email = await confirmed()
    await visit(async ({ open }) => {
      const page = await open('/reset')
      await ask(page, email)
      const { code } = proofIn(await mailbox.next(email, '/reset#'))
      await page.getByRole('button', { name: 'Type the code instead' }).click()
      await page.getByLabel('Code from the mail').fill(code)
      await choose(page, 'battery staple')
      await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    })
  })

  it('ends the session of this browser, too, when it is replaced', async () => {
    const email = await confirmed()
    await visit(async ({ open }) => {
      const page = await open('/login')
      await signIn(page, email)
      await atDashboardOf(page, email)
      const other = await open('/reset')
      await ask(other, email)
      const link = await open(proofIn(await mailbox.next(email, '/reset#')).path)
      await choose(link, 'battery staple')
      await page.waitForURL('**/login')
    })
  })
})
