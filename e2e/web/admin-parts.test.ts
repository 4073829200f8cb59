import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newAddress, PASSWORD } from './support/account-forms.ts'
import { type Member, newMember } from './support/members.ts'
import { answerWith, expectAccessible, toastWith } from './support/signed-in.ts'
import { givenAdminService } from './support/given-service.ts'

const site = givenAdminService()

const at = async (tab: string, work: (page: Page) => Promise<void>): Promise<void> =>
  site.visitPage(site.admin, `/admin?tab=${tab}`, work)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const failing = { error: 'Falhou.', code: 'internal_error' }

interface Received {
  readonly notifications: { readonly title: string; readonly expires_at: string | null }[]
}

/** What somebody has been sent. */
const received = async ({ token }: Member): Promise<Received['notifications']> => {
  const answer = await site.service.api('GET', '/notifications', undefined, token)
  return ((await answer.json()) as Received).notifications
}

describe('notifications', () => {
  it('begin with none, and need a title and a message', async () => {
    await at('notifications', async (page) => {
      await page.getByText('No notifications sent yet').waitFor()
      await page.getByLabel('Title').fill('Alone')
      await button(page, 'Send notification').click()
      const toast = toastWith(page, 'Title and message are required.')
      await toast.waitFor()
      expect(await toast.textContent()).toContain('Validation Error')
      await page.getByLabel('Message').and(page.locator(':focus')).waitFor()
      expect(await page.locator('.hint').allTextContents()).toContain('Title and message are required.')
      expect(await dialog(page).count()).toBe(0)
    })
  })

  it('go to everyone after a question', async () => {
    const person = await newMember(site.service)
    await at('notifications', async (page) => {
      await page.getByLabel('Title').fill('A new tool')
      await page.getByLabel('Message').fill('Look at it.\nIt is good.')
      await page.getByLabel('Type').selectOption('New tool')
      await button(page, 'Send notification').click()
      await dialog(page).getByRole('heading', { name: 'Send this to everyone?' }).waitFor()
      expect(await received(person)).toEqual([])
      await button(page, 'Send to everyone').click()
      await toastWith(page, 'Notification sent successfully').waitFor()
      const list = page.getByRole('list', { name: 'Latest notifications' })
      expect(await list.getByRole('listitem').first().textContent()).toMatch(
        /A new tool.*New tool.*Look at it\..*To Everyone.*No expiry/s,
      )
      expect(await page.getByLabel('Title').inputValue()).toBe('')
    })
    expect((await received(person)).map(({ title }) => title)).toEqual(['A new tool'])
  })

  it('go to one user who was searched for, until a time, and to nobody else', async () => {
    const [person, other] = [await newMember(site.service, 'ruiz@target.example'), await newMember(site.service)]
    await at('notifications', async (page) => {
      await page.getByLabel('Title').fill('Your plan')
      await page.getByLabel('Message').fill('It was extended.')
      await page.getByLabel('One user').check()
      await button(page, 'Send notification').click()
      await page.getByText('Choose the user whom it is for.').waitFor()
      await page.getByLabel('Find the user by email').fill('nobody-has-this')
      await page.getByText('No user has this in their email.').waitFor()
      await page.getByLabel('Find the user by email').fill('RUIZ@')
      await page.getByLabel(person.email).check()
      await page.getByLabel('Expires (optional)').fill('2020-01-01T00:00')
      await button(page, 'Send notification').click()
      await page.getByText('Choose a time that is still to come.').waitFor()
      await page.getByLabel('Expires (optional)').fill('2099-01-01T00:00')
      await expectAccessible(page)
      await button(page, 'Send notification').click()
      await dialog(page)
        .getByRole('heading', { name: `Send this to ${person.email}?` })
        .waitFor()
      await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
      await toastWith(page, 'Notification sent successfully').waitFor()
      const first = page.getByRole('list', { name: 'Latest notifications' }).getByRole('listitem').first()
      expect(await first.textContent()).toMatch(/Your plan.*To ruiz@target\.example.*Expires/s)
      // Another one is for everyone again.
      expect(await page.getByLabel('Everyone').isChecked()).toBe(true)
    })
    const [sent] = await received(person)
    expect(sent?.title).toBe('Your plan')
    expect(sent?.expires_at).toMatch(/^(2098-12-31|2099-01-01)T/)
    expect((await received(other)).some(({ title }) => title === 'Your plan')).toBe(false)
  })

  it('are shown as the latest twenty', async () => {
    for (let count = 1; count <= 22; count += 1)
      await site.service.api('POST', '/admin/notifications', { title: `No. ${count}`, message: 'x' }, site.admin.token)
    await at('notifications', async (page) => {
      const items = page.getByRole('list', { name: 'Latest notifications' }).getByRole('listitem')
      await items.first().waitFor()
      expect(await items.count()).toBe(20)
      expect(await items.first().textContent()).toContain('No. 22')
    })
  })

  it('say when they could not be loaded or sent', async () => {
    await at('notifications', async (page) => {
      await answerWith(page, '/admin/notifications', 500, failing)
      await page.reload()
      await toastWith(page, 'Failed to load notifications').waitFor()
      await page.getByRole('main').getByText('Failed to load notifications').waitFor()
      await page.getByLabel('Title').fill('Kept')
      await page.getByLabel('Message').fill('Kept, too.')
      await button(page, 'Send notification').click()
      await button(page, 'Send to everyone').click()
      await toastWith(page, 'Failed to send notification').waitFor()
      await page.getByRole('alert').getByText('Failed to send notification').waitFor()
      expect(await page.getByLabel('Message').inputValue()).toBe('Kept, too.')
      await page.unroute('**/api/admin/notifications')
      await button(page, 'Retry').click()
      await page.getByRole('list', { name: 'Latest notifications' }).waitFor()
    })
  })
})

describe('services', () => {
  it('are switched off and on, with an effect', async () => {
    const register = async (): Promise<number> =>
      (await site.service.api('POST', '/auth/register', { email: newAddress(), password: PASSWORD })).status
    await at('services', async (page) => {
      const registration = page.getByRole('switch', { name: 'Registration' })
      expect(await registration.getAttribute('aria-checked')).toBe('true')
      await registration.focus()
      await page.keyboard.press('Space')
      await toastWith(page, 'Service disabled successfully').waitFor()
      await page.getByRole('switch', { name: 'Registration', checked: false }).waitFor()
      // Every process knows it within a second.
      await expect.poll(register, { timeout: 3000 }).toBe(503)
      await page.keyboard.press('Space')
      await toastWith(page, 'Service enabled successfully').waitFor()
      await expect.poll(register, { timeout: 3000 }).toBe(201)
    })
  })

  it('say when there are none, when one has no description, and what failed', async () => {
    await at('services', async (page) => {
      await answerWith(page, '/admin/services/*', 500, failing)
      await page.getByRole('switch', { name: 'Billing' }).click()
      await toastWith(page, 'Failed to update service status').waitFor()
      await page.getByRole('alert').getByText('Failed to update service status').waitFor()
      await page.getByRole('switch', { name: 'Billing', checked: true }).waitFor()
      await answerWith(page, '/admin/services', 500, failing)
      await page.reload()
      await toastWith(page, 'Failed to load services').waitFor()
      await page.unroute('**/api/admin/services')
      await answerWith(page, '/admin/services', 200, { services: [] })
      await button(page, 'Retry').click()
      await page.getByText('No services configured').waitFor()
      await page.unroute('**/api/admin/services')
      const bare = {
        id: 's1',
        service_name: 'later',
        description: '',
        is_enabled: true,
        updated_at: '2026-11-20T08:00:00Z',
      }
      await answerWith(page, '/admin/services', 200, { services: [bare] })
      await page.reload()
      await page.getByText('No description available').waitFor()
      await page.getByRole('switch', { name: 'later' }).waitFor()
    })
  })
})

describe('users that can not be loaded', () => {
  it('are named in the words of the specification, with Retry', async () => {
    await at('users', async (page) => {
      await answerWith(page, '/admin/profiles?*', 500, failing)
      await page.reload()
      await toastWith(page, 'Failed to load users').waitFor()
      await page.getByRole('main').getByText('Failed to load users').waitFor()
      await page.unroute('**/api/admin/profiles?*')
      await button(page, 'Retry').click()
      await page.getByRole('table', { name: 'All users' }).getByText(site.admin.email).waitFor()
    })
  })
})

describe('the audit log', () => {
  it('tells who did what to whom, by email and by kind', async () => {
    const person = await newMember(site.service, 'audited@log.example')
    await site.service.api('PATCH', `/admin/profiles/${person.id}`, { status: 'disabled' }, site.admin.token)
    await at('audit', async (page) => {
      const rows = page.getByRole('table', { name: 'What admins did' }).getByRole('row')
      await page.getByLabel('Search by email').fill('audited@')
      await page.getByText('1 entry', { exact: true }).waitFor()
      expect(await rows.nth(1).textContent()).toMatch(/Changed a user: suspended.*audited@log\.example/)
      await page.getByLabel('Search by email').fill('')
      await page.getByLabel('Kind').selectOption('Services switched')
      await page.getByText('2 entries', { exact: true }).waitFor()
      await rows.filter({ hasText: 'Switched Registration off' }).waitFor()
      await page.getByLabel('Kind').selectOption('Keys rotated')
      await page.getByText('Nothing like that was written down.').waitFor()
    })
  })
})
