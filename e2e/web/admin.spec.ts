import type { Page } from '@playwright/test'
import { newAddress, PASSWORD } from './support/account-forms.ts'
import { expect, type Site, test, toastWith } from './support/journey.ts'

const asAdmin = async (site: Site, work: (page: Page) => Promise<void>, path = '/admin'): Promise<void> =>
  site.visitPage(await site.admin(), path, work)

const row = (page: Page, email: string) => page.getByRole('row').filter({ has: page.getByText(email, { exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('suspends a user, whose open tab is signed out on its next call', { tag: '@smoke' }, async ({ site }) => {
  const person = await site.member()
  await site.visitPage(person, '/dashboard/account', async (theirs) => {
    await expect(theirs.getByText('This device')).toBeVisible()
    await asAdmin(site, async (page) => {
      await button(page, `Suspend ${person.email}`).click()
      await dialog(page).getByRole('button', { name: 'Suspend' }).click()
      await expect(toastWith(page, 'User suspended successfully')).toBeVisible()
      await expect(row(page, person.email).getByText('Disabled', { exact: true })).toBeVisible()
    })
    // If the tab has already sent a request in the background, it shows the sign-in form instead of the page.
    await theirs.getByRole('button', { name: 'Download my data' }).or(button(theirs, 'Sign in')).click()
    await expect(theirs).toHaveURL(/\/login/)
    await expect(button(theirs, 'Sign in')).toBeVisible()
  })
  expect((await site.service.api('POST', '/auth/login', { email: person.email, password: PASSWORD })).status).toBe(403)
})

test('creates a user, who can sign in', { tag: '@smoke' }, async ({ site }) => {
  const email = newAddress()
  await asAdmin(site, async (page) => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Initial plan').selectOption('pro')
    await button(page, 'Add user').click()
    await expect(toastWith(page, `User ${email} has been created successfully`)).toBeVisible()
  })
  const answer = await site.service.api('POST', '/auth/login', { email, password: PASSWORD })
  expect(await answer.json()).toMatchObject({ user: { email, plan: 'pro' } })
})

test('sends a notification to everyone, which appears in the bell', { tag: '@smoke' }, async ({ site }) => {
  const person = await site.member()
  await asAdmin(
    site,
    async (page) => {
      await page.getByLabel('Title').fill('A new tool')
      await page.getByLabel('Message').fill('Look at it.')
      await button(page, 'Send notification').click()
      await button(page, 'Send to everyone').click()
      await expect(toastWith(page, 'Notification sent successfully')).toBeVisible()
    },
    '/admin?tab=notifications',
  )
  await site.visitPage(person, '/dashboard/account', async (page) => {
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await expect(page.getByText('Look at it.')).toBeVisible()
    await button(page, 'Mark as read').click()
    await expect(button(page, 'Notifications')).toBeVisible()
    await page.reload()
    await expect(button(page, 'Notifications')).toBeVisible()
  })
})

test('views as a user, read-only under a banner, until the exit', { tag: '@smoke' }, async ({ site }) => {
  const person = await site.member()
  await site.service.api('POST', '/tools/mx-record/run', { input: 'shop.example' }, person.token)
  await asAdmin(site, async (page) => {
    await button(page, `View as user ${person.email}`).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const banner = page.getByRole('region', { name: 'Viewing as' })
    await expect(banner.getByText(person.email)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent Activity' }).getByText('MX Record')).toBeVisible()
    // The banner is still shown after a reload.
    await page.reload()
    await banner.getByRole('button', { name: 'Exit' }).click()
    await expect(page).toHaveURL(/\/admin$/)
    expect(await page.evaluate(() => localStorage.getItem('impersonating'))).toBeNull()
    await page.getByRole('tab', { name: 'Audit' }).click()
    const entry = row(page, 'Viewed the dashboard of a user').first()
    await expect(entry.getByText(person.email)).toBeVisible()
  })
})

test('can suspend a user by keyboard only', async ({ site }) => {
  const person = await site.member()
  await asAdmin(site, async (page) => {
    await page.getByLabel('Search by email').focus()
    await page.keyboard.type(person.email)
    await expect(page.getByText('1 user', { exact: true })).toBeVisible()
    const suspend = button(page, `Suspend ${person.email}`)
    await expect(suspend).toBeVisible()
    for (let stops = 0; stops < 6 && (await suspend.and(page.locator(':focus')).count()) === 0; stops += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    // Escape closes the dialog and returns the focus to the button.
    await expect(suspend).toBeFocused()
    await page.keyboard.press('Enter')
    // An action that can't be undone never gets the initial focus.
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toastWith(page, 'User suspended successfully')).toBeVisible()
  })
})
