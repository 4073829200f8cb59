import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PASSWORD, signIn } from './support/account-forms.ts'
import { faultsInLooks, sidewaysOf } from './support/looks.ts'
import { type Member, newMember, signInAgain } from './support/members.ts'
import { answerWith, expectAccessible, openAs, toastWith } from './support/signed-in.ts'
import { givenAdminService } from './support/given-service.ts'

const site = givenAdminService()

const ACCOUNT = '/dashboard/account'

const at = async (person: Member, work: (page: Page) => Promise<void>): Promise<void> =>
  site.visitPage(person, ACCOUNT, work)

/** Signs somebody in by the form: this browser is a device of its own then. */
const onOneMoreDevice = async (person: Member, work: (page: Page) => Promise<void>): Promise<void> =>
  site.visit(undefined, async (visitor) => work(await openAs(visitor, person, ACCOUNT)))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const verify = async (token: string): Promise<number> =>
  (await site.service.api('GET', '/auth/verify', undefined, token)).status

describe('the account page', () => {
  it('sends visitors to sign in, and back', async () => {
    const person = await newMember(site.service)
    await site.visitPage(undefined, ACCOUNT, async (page) => {
      await page.waitForURL('**/login?next=%2Fdashboard%2Faccount')
      await signIn(page, person.email)
      await page.waitForURL('**/dashboard/account')
      await part(page, 'Plan').getByText(person.email).waitFor()
    })
  })

  it('tells the plan and its end', async () => {
    await at(await newMember(site.service), async (page) => {
      await part(page, 'Plan').getByText('FREE', { exact: true }).waitFor()
      await part(page, 'Plan').getByText('Free does not end').waitFor()
      const paid = { subscribed: true, subscription_tier: 'pro', subscription_end: '2027-03-01T12:00:00.000Z' }
      await answerWith(page, '/subscription/status', 200, { data: paid })
      await page.reload()
      await part(page, 'Plan').getByText('PRO', { exact: true }).waitFor()
      await part(page, 'Plan').getByText('1 Mar 2027, 12:00 UTC').waitFor()
      await part(page, 'Plan').getByRole('link', { name: 'Manage Plan' }).click()
      await page.waitForURL('**/pricing')
    })
    await at(await site.memberOn('pro'), async (page) => {
      await part(page, 'Plan').getByText('No end').waitFor()
    })
  })

  it('has no way to shut anybody out', async () => {
    await site.visitPage(
      await site.memberOn('enterprise'),
      ACCOUNT,
      async (page) => {
        const faultsOf = async (what: string) =>
          faultsInLooks(page, what, { widths: [320, 390, 1440], more: async (look) => sidewaysOf(page, look) })
        await page.getByText('No tokens yet.').waitFor()
        await page.getByText('This device').waitFor()
        expect(await faultsOf('account')).toEqual([])
        await button(page, 'Delete my account').click()
        await dialog(page).waitFor()
        expect(await faultsOf('dialog')).toEqual([])
      },
      { reducedMotion: 'reduce' },
    )
  })
})

describe('the password', () => {
  const change = async (page: Page, current: string, next: string, again = next) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password', { exact: true }).fill(again)
    await button(page, 'Change password').click()
  }

  it('is changed by who knows it, and every other device is signed out', async () => {
    const person = await newMember(site.service)
    await onOneMoreDevice(person, async (page) => {
      await part(page, 'Devices').getByText('Node.js').waitFor()
      await change(page, PASSWORD, 'battery staple')
      await toastWith(page, 'Password changed').waitFor()
      expect(await page.getByLabel('Current password', { exact: true }).inputValue()).toBe('')
      await part(page, 'Devices').getByText('You are signed in nowhere else.').waitFor()
      expect(await verify(person.token)).toBe(401)
      await page.reload()
      await part(page, 'Plan').getByText(person.email).waitFor()
    })
    const signedIn = await site.service.api('POST', '/auth/login', { email: person.email, password: 'battery staple' })
    expect(signedIn.status).toBe(200)
  })

  it('is refused in the words of the specification', async () => {
    await at(await newMember(site.service), async (page) => {
      await change(page, '', 'short', 'short')
      await page.getByText('Please enter your current password.').waitFor()
      await page.getByText('Password must be at least 6 characters long.').waitFor()
      await change(page, PASSWORD, 'battery', 'Battery')
      await page.getByText('Passwords do not match. Please make sure both passwords are identical.').waitFor()
      await change(page, 'wrong one', 'battery staple')
      await page.getByRole('alert').getByText('The current password is not right.').waitFor()
      expect(await page.getByLabel('Current password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    })
  })
})

describe('devices', () => {
  it('are signed out one by one, or all others after a question', async () => {
    const person = await newMember(site.service)
    const others = [await signInAgain(site.service, person), await signInAgain(site.service, person)]
    await onOneMoreDevice(person, async (page) => {
      const devices = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
      await devices.first().waitFor()
      expect(await devices.count()).toBe(4)
      await devices.filter({ hasText: 'This device' }).getByText('Chrome on Linux').waitFor()
      await devices.getByRole('button', { name: 'Sign out Node.js at' }).first().click()
      await toastWith(page, 'The device is signed out.').waitFor()
      await expect.poll(async () => devices.count()).toBe(3)
      const alive = await Promise.all([person, ...others].map(async ({ token }) => verify(token)))
      expect(alive.filter((status) => status === 200)).toHaveLength(2)
      await button(page, 'Sign out all others').click()
      await dialog(page).getByRole('heading', { name: 'Sign out all other devices?' }).waitFor()
      await dialog(page).getByRole('button', { name: 'Sign out all others' }).click()
      await toastWith(page, 'Every other device is signed out.').waitFor()
      await page.getByText('You are signed in nowhere else.').waitFor()
      for (const { token } of [person, ...others]) expect(await verify(token)).toBe(401)
      await page.reload()
      await devices.first().waitFor()
      expect(await devices.count()).toBe(1)
    })
  })

  it('say when they could not be loaded or signed out', async () => {
    const person = await newMember(site.service)
    await onOneMoreDevice(person, async (page) => {
      await answerWith(page, '/account/sessions/*', 404, { error: 'Nada.', code: 'not_found' })
      await page.getByRole('button', { name: 'Sign out Node.js at' }).click()
      await page.getByRole('alert').getByText('The device was not signed out').waitFor()
      await answerWith(page, '/account/sessions', 500, { error: 'x', code: 'internal_error' })
      await page.reload()
      await page.getByText('Your devices could not be loaded').waitFor()
      await page.unroute('**/api/account/sessions')
      await button(page, 'Retry').click()
      await page.getByText('This device').waitFor()
    })
  })
})

describe('API tokens', () => {
  it('come with the enterprise plan, and others are told so', async () => {
    await at(await site.memberOn('pro'), async (page) => {
      const tokens = part(page, 'API tokens')
      await tokens.getByText('API access comes with Enterprise').waitFor()
      await tokens.getByText('You are on the Pro plan.').waitFor()
      expect(await tokens.getByRole('textbox').count()).toBe(0)
      await tokens.getByRole('link', { name: 'Upgrade now' }).click()
      await page.waitForURL('**/pricing')
    })
  })

  it('are made with scopes and an expiry, shown once with Copy, and revoked after a question', async () => {
    const person = await site.memberOn('enterprise')
    await site.visitPage(
      person,
      ACCOUNT,
      async (page) => {
        const tokens = part(page, 'API tokens')
        await tokens.getByText('No tokens yet.').waitFor()
        await tokens.getByLabel('Run tools').uncheck()
        await button(page, 'Create token').click()
        await tokens.getByText('Please enter a name.').waitFor()
        await tokens.getByText('Choose at least one.').waitFor()
        await tokens.getByLabel('Name').fill('Nightly report')
        await tokens.getByLabel('Read what is used of the daily limits').check()
        await tokens.getByLabel('Expires').selectOption('After 30 days')
        await button(page, 'Create token').click()
        await page.getByRole('heading', { name: 'Your new token' }).and(page.locator(':focus')).waitFor()
        const token = await tokens.getByLabel('Token', { exact: true }).inputValue()
        expect(token).toMatch(/^nbx_/)
        await expectAccessible(page)
        await button(page, 'Copy').click()
        await toastWith(page, 'Token copied to clipboard.').waitFor()
        expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(token)
        expect((await site.service.api('GET', '/usage', undefined, token)).status).toBe(200)
        expect((await site.service.api('POST', '/tools/mx-record/run', { input: 'a.example' }, token)).status).toBe(403)
        await button(page, 'I have copied it').click()
        const row = page.getByRole('list', { name: 'Your API tokens' }).getByRole('listitem')
        expect(await row.textContent()).toMatch(/Nightly report.*usage:read.*expires/s)
        await page.reload()
        await row.waitFor()
        // It is nowhere any more.
        expect(await page.content()).not.toContain(token)
        await button(page, 'Revoke Nightly report').click()
        await dialog(page).getByRole('heading', { name: 'Revoke Nightly report?' }).waitFor()
        await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click()
        await toastWith(page, 'Token revoked').waitFor()
        await tokens.getByText('No tokens yet.').waitFor()
        expect((await site.service.api('GET', '/usage', undefined, token)).status).toBe(401)
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })
})

describe('the data of somebody', () => {
  it('is downloaded as one JSON file, without secrets', async () => {
    const person = await newMember(site.service)
    await site.service.api('POST', '/tools/mx-record/run', { input: 'exported.example' }, person.token)
    await at(person, async (page) => {
      const coming = page.waitForEvent('download')
      await button(page, 'Download my data').click()
      const download = await coming
      expect(download.suggestedFilename()).toMatch(/^netbox-account-\d{4}-\d\d-\d\d\.json$/)
      await toastWith(page, 'Your data was saved to a file.').waitFor()
      const text = await readFile(await download.path(), 'utf8')
      expect(JSON.parse(text)).toMatchObject({
        profile: { email: person.email },
        runs: [{ tool: 'mx-record', input: 'exported.example' }],
      })
      expect(text).not.toContain(person.token)
      await answerWith(page, '/account/export', 500, { error: 'x', code: 'internal_error' })
      await button(page, 'Download my data').click()
      await page.getByRole('alert').getByText('Your data could not be downloaded').waitFor()
    })
  })

  it('is deleted with the account, by password and after clear words, with the keyboard alone', async () => {
    const person = await newMember(site.service)
    await at(person, async (page) => {
      await part(page, 'Your data').getByText('can not be undone').waitFor()
      await button(page, 'Delete my account').focus()
      await page.keyboard.press('Enter')
      await dialog(page)
        .getByRole('heading', { name: `Delete the account ${person.email}?` })
        .waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'Delete my account').and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      const password = dialog(page).getByLabel('Your password, to be sure it is you', { exact: true })
      await password.focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByText('Please enter your password.').waitFor()
      await page.keyboard.type('wrong one')
      await page.keyboard.press('Enter')
      await dialog(page).getByRole('alert').getByText('The password is not right.').waitFor()
      await password.and(page.locator(':focus')).waitFor()
      await password.fill('')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await toastWith(page, 'Account deleted').waitFor()
      await page.waitForURL(`${site.service.url}/`)
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    })
    expect(await verify(person.token)).toBe(401)
    expect((await site.service.api('POST', '/auth/register', { email: person.email, password: PASSWORD })).status).toBe(
      201,
    )
  })

  it('stays while somebody is the last admin', async () => {
    await at(site.admin, async (page) => {
      await button(page, 'Delete my account').click()
      await dialog(page).getByLabel('Your password, to be sure it is you', { exact: true }).fill(PASSWORD)
      await button(page, 'Delete for good').click()
      await dialog(page).getByRole('alert').getByText('This is the last active admin.').waitFor()
    })
  })
})
