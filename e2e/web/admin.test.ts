import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atDashboardOf, newAddress, PASSWORD, signIn } from './support/account-forms.ts'
import { faultsInLooks, sidewaysOf } from './support/looks.ts'
import { newMember } from './support/members.ts'
import { answerWith, expectAccessible, toastWith } from './support/signed-in.ts'
import { givenAdminService } from './support/given-service.ts'

const site = givenAdminService()

const asAdmin = async (work: (page: Page) => Promise<void>, path = '/admin'): Promise<void> =>
  site.visitPage(site.admin, path, work)

const row = (page: Page, email: string) => page.getByRole('row').filter({ has: page.getByText(email, { exact: true }) })
/** Searches for somebody, whose row may be on another page of the list. */
const find = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Search by email').fill(email)
  await page.getByText('1 user', { exact: true }).waitFor()
  await row(page, email).waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const denial = 'Access Denied: You do not have permission to access the admin panel.'

describe('the admin panel', () => {
  it('sends visitors to sign in, and back to where they wanted to go', async () => {
    await site.visitPage(undefined, '/admin', async (page) => {
      await page.waitForURL('**/login?next=%2Fadmin')
      await signIn(page, site.admin.email)
      await page.waitForURL('**/admin')
      await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor()
      const tabs = await page.getByRole('tab').allTextContents()
      expect(tabs).toEqual(['Users', 'Notifications', 'Services', 'Audit'])
    })
  })

  it('is closed to everybody else, in the words of the specification', async () => {
    await site.visitPage(await newMember(site.service), '/admin', async (page) => {
      await page.getByRole('alert').getByRole('heading', { name: denial }).waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Go to the dashboard' }).click()
      await page.waitForURL('**/dashboard')
    })
  })

  it('keeps the chosen tab over a reload, and moves between tabs by keyboard', async () => {
    await asAdmin(async (page) => {
      await page.getByRole('tab', { name: 'Users' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.getByRole('heading', { name: 'Service switches' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Service switches' }).waitFor()
      expect(await page.getByRole('tab', { name: 'Services' }).getAttribute('aria-selected')).toBe('true')
    })
  })
})

describe('adding a user', () => {
  const fill = async (page: Page, email: string, password: string, plan: string) => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Initial plan').selectOption(plan)
    await button(page, 'Add user').click()
  }

  it('needs an email and a password', async () => {
    await asAdmin(async (page) => {
      await fill(page, ' ', '', 'free')
      await toastWith(page, 'Please fill in all fields.').waitFor()
      await page.getByLabel('Email', { exact: true }).and(page.locator(':focus')).waitFor()
      expect(await page.locator('.hint').allTextContents()).toEqual([
        'Please fill in all fields.',
        'Please fill in all fields.',
      ])
    })
  })

  it('makes them with their plan, says so, and shows them in the list two seconds later', async () => {
    const email = newAddress()
    await asAdmin(async (page) => {
      await button(page, `Suspend ${site.admin.email}`).waitFor()
      await fill(page, email, PASSWORD, 'pro')
      await toastWith(page, `User ${email} has been created successfully`).waitFor()
      const reloading = toastWith(page, 'Refreshing user list...')
      await reloading.waitFor()
      expect(await reloading.textContent()).toContain('User Created')
      const said = Date.now()
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('')
      await page.waitForRequest('**/api/admin/profiles?*')
      expect(Date.now() - said).toBeGreaterThan(1000)
      await row(page, email).getByText('Pro', { exact: true }).waitFor()
      const cells = await row(page, email).getByRole('cell').allTextContents()
      expect(cells.slice(0, 4)).toEqual(['Active', 'User', 'Pro', expect.stringMatching(/^\d+ \w{3} \d{4}$/)])
    })
    const answer = await site.service.api('POST', '/auth/login', { email, password: PASSWORD })
    expect(answer.status).toBe(200)
  })

  it('tells what the server has against it, or that it failed', async () => {
    await asAdmin(async (page) => {
      await fill(page, site.admin.email, PASSWORD, 'free')
      const taken = 'This email is already registered. Please try signing in instead.'
      await toastWith(page, taken).waitFor()
      await page.getByRole('alert').getByText(taken).waitFor()
      await answerWith(page, '/admin/users', 401, { error: 'Sem sessão.', code: 'unauthorized' })
      await fill(page, newAddress(), PASSWORD, 'free')
      await toastWith(page, 'No active session').waitFor()
      await page.getByRole('alert').getByText('No active session').waitFor()
    })
  })
})

describe('the list of users', () => {
  it('is searched, and turned page by page', async () => {
    const made = Array.from({ length: 27 }, (_, at) => `page.${String(at).padStart(2, '0')}@list.example`)
    for (const email of made)
      await site.service.api('POST', '/admin/users', { email, password: PASSWORD, plan: 'free' }, site.admin.token)
    await asAdmin(async (page) => {
      await page.getByLabel('Search by email').fill('LIST.example')
      await page.getByText('27 users', { exact: true }).waitFor()
      await page.getByText('1–25 of 27', { exact: true }).waitFor()
      await row(page, 'page.26@list.example').waitFor()
      await button(page, 'Next').click()
      await page.getByText('26–27 of 27', { exact: true }).waitFor()
      await row(page, 'page.00@list.example').waitFor()
      await page.getByLabel('Search by email').fill('page.13@')
      await page.getByText('1 user', { exact: true }).waitFor()
      await row(page, 'page.13@list.example').waitFor()
      await page.getByLabel('Search by email').fill('nobody%')
      await page.getByText('No user has this in their email.').waitFor()
    })
  })

  it('suspends after a question: the open tab of who is suspended is signed out on its next call', async () => {
    const person = await newMember(site.service)
    await site.visitPage(person, '/dashboard/account', async (theirs) => {
      await theirs.getByText('This device').waitFor()
      await asAdmin(async (page) => {
        const suspend = button(page, `Suspend ${person.email}`)
        await suspend.click()
        await dialog(page)
          .getByRole('heading', { name: `Suspend ${person.email}?` })
          .waitFor()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'detached' })
        // The keyboard is where it was, and nothing has happened.
        await suspend.and(page.locator(':focus')).waitFor()
        await suspend.click()
        await dialog(page).getByRole('button', { name: 'Suspend' }).click()
        await toastWith(page, 'User suspended successfully').waitFor()
        await row(page, person.email).getByText('Disabled', { exact: true }).waitFor()
        await theirs.getByRole('button', { name: 'Download my data' }).click()
        await theirs.waitForURL(/\/login/)
        await button(page, `Activate ${person.email}`).click()
        await toastWith(page, 'User activated successfully').waitFor()
        await row(page, person.email).getByText('Active', { exact: true }).waitFor()
      })
      await signIn(theirs, person.email)
      await theirs.waitForURL('**/dashboard**')
    })
  })

  it('grants and removes admin after a question; who loses it is out on their next deed', async () => {
    const person = await newMember(site.service)
    await asAdmin(async (page) => {
      await button(page, `Grant admin to ${person.email}`).click()
      await dialog(page).getByRole('button', { name: 'Grant admin' }).click()
      await toastWith(page, 'Admin role granted successfully').waitFor()
      await row(page, person.email).getByText('Admin', { exact: true }).waitFor()
      await site.visitPage(person, '/admin', async (theirs) => {
        await button(theirs, 'Sync missing profiles').waitFor()
        await button(page, `Remove admin from ${person.email}`).click()
        await dialog(page).getByRole('button', { name: 'Remove admin' }).click()
        await toastWith(page, 'Admin role removed successfully').waitFor()
        await button(theirs, 'Sync missing profiles').click()
        await theirs.getByRole('heading', { name: denial }).waitFor()
      })
    })
  })

  it('does not let the last admin go, and says why beside the list', async () => {
    await asAdmin(async (page) => {
      await find(page, site.admin.email)
      await button(page, `Suspend ${site.admin.email}`).click()
      await dialog(page).getByRole('heading', { name: 'Suspend yourself?' }).waitFor()
      await button(page, 'Suspend myself').click()
      await toastWith(page, 'Failed to update user status').waitFor()
      await page.getByRole('alert').getByText('This is the last active admin.').waitFor()
      await button(page, `Remove admin from ${site.admin.email}`).click()
      await button(page, 'Remove my role').click()
      await toastWith(page, 'Failed to update admin role').waitFor()
      await row(page, site.admin.email).getByText('Admin', { exact: true }).waitFor()
    })
  })

  it('syncs missing profiles, and says when that failed', async () => {
    await asAdmin(async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      const reload = page.waitForRequest('**/api/admin/profiles?*')
      await button(page, 'Sync missing profiles').click()
      await toastWith(page, 'Sync Complete').waitFor()
      await reload
      await answerWith(page, '/admin/profiles/sync', 500, { error: 'x', code: 'internal_error' })
      await button(page, 'Sync missing profiles').click()
      const toast = toastWith(page, 'Failed to sync user profiles')
      await toast.waitFor()
      expect(await toast.textContent()).toContain('Sync Error')
    })
  })
})

describe('viewing as a user', () => {
  it('stores the marker, shows their dashboard to read under a banner, and ends with its exit', async () => {
    const person = await newMember(site.service)
    await asAdmin(async (page) => {
      await button(page, `View as user ${person.email}`).click()
      await atDashboardOf(page, person.email)
      const marker = await page.evaluate(() => localStorage.getItem('impersonating'))
      expect(JSON.parse(marker ?? '{}')).toMatchObject({ email: person.email })
      const banner = page.getByRole('region', { name: /viewing/i })
      await banner.getByText(person.email).waitFor()
      await expectAccessible(page)
      await page.goto('/dashboard/account')
      await page.getByText('are theirs alone, so they are not shown.').waitFor()
      expect(await page.getByLabel('Current password').count()).toBe(0)
      expect(await button(page, 'Delete my account').count()).toBe(0)
      await banner.getByRole('button').click()
      await page.waitForURL('**/admin')
      await row(page, person.email).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('impersonating'))).toBeNull()
      await page.getByRole('tab', { name: 'Audit' }).click()
      await row(page, 'Viewed the dashboard of a user').first().getByText(person.email).waitFor()
    })
  })

  it('says why it can not be done', async () => {
    const person = await newMember(site.service)
    await asAdmin(async (page) => {
      await row(page, person.email).waitFor()
      await site.service.api('PATCH', `/admin/profiles/${person.id}`, { status: 'disabled' }, site.admin.token)
      await button(page, `View as user ${person.email}`).click()
      await page.getByRole('alert').getByText('The dashboard of this user can not be shown').waitFor()
    })
  })
})

describe('everybody', () => {
  it('can use every tab, light and dark, on a small phone and on a desk', async () => {
    await site.visitPage(
      site.admin,
      '/admin',
      async (page) => {
        const faultsOf = async (what: string) =>
          faultsInLooks(page, what, { widths: [320, 1440], more: async (look) => sidewaysOf(page, look) })
        await find(page, site.admin.email)
        expect(await faultsOf('Users')).toEqual([])
        for (const [tab, heading] of [
          ['Notifications', 'The latest 20'],
          ['Services', 'Service switches'],
          ['Audit', 'What admins did'],
        ] as const) {
          await page.getByRole('tab', { name: tab }).click()
          await page.getByRole('heading', { name: heading }).waitFor()
          await page.locator('.part-loading').waitFor({ state: 'detached' })
          expect(await faultsOf(tab)).toEqual([])
        }
      },
      { reducedMotion: 'reduce' },
    )
  })

  it('can suspend somebody by keyboard alone', async () => {
    const person = await newMember(site.service)
    await asAdmin(async (page) => {
      await page.getByLabel('Search by email').focus()
      await page.keyboard.type(person.email)
      await page.getByText('1 user', { exact: true }).waitFor()
      const suspend = button(page, `Suspend ${person.email}`)
      for (let stops = 0; stops < 6 && (await suspend.and(page.locator(':focus')).count()) === 0; stops += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await dialog(page).waitFor()
      // What can't be undone is not the first thing that the keyboard is at.
      await dialog(page).getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await toastWith(page, 'User suspended successfully').waitFor()
    })
  })
})
