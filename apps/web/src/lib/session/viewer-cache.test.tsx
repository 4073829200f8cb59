import { TOKEN_KEY } from '@netbox/contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addMockNotification, type MockUser } from '../../testing/mock-api/mock-data.ts'
import { keptSession, mockApi, visit } from '../../testing/visit.tsx'

const addReader = (email: string, title: string): MockUser => {
  const member = mockApi().addUser({ email })
  addMockNotification(member, { title, is_global: false, target_user_id: member.profile.id })
  return member
}

/** Signs in as another user, in another tab of the browser. */
const signInElsewhere = (member: MockUser): void => {
  for (const [key, value] of Object.entries(keptSession(member))) localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: localStorage.getItem(TOKEN_KEY) }))
}

/** Holds back the notifications of all users until `release` is called. */
const holdNotifications = () => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  mockApi().answer('notifications.list', async ({ caller }) => {
    const notifications = caller?.notifications ?? []
    await released
    return { notifications, unread: notifications.filter(({ read }) => !read).length }
  })
  return { release: () => release() }
}

const accountOf = async ({ profile: { email } }: MockUser) =>
  screen.findByRole('button', { name: `Account of ${email}` })

describe('the data behind sign-in', () => {
  it('is cleared when another user signs in, and is not stored', async () => {
    const [ana, ruiz] = [addReader('ana@mail.example', 'For Ana'), addReader('ruiz@mail.example', 'For Ruiz')]
    const user = await visit('/dashboard', { as: ana })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    await screen.findByText('For Ana')
    const held = holdNotifications()
    for (const member of [ruiz, ana]) {
      signInElsewhere(member)
      await accountOf(member)
      await user.click(screen.getByRole('button', { name: 'Notifications' }))
      expect(screen.getByRole('heading', { name: 'Notifications' })).toBeDefined()
      expect(screen.queryByText(/^For /)).toBeNull()
    }
    held.release()
    await screen.findByText('For Ana')
    expect(screen.queryByText('For Ruiz'), 'a late response').toBeNull()
  })

  it('of an admin is cleared while they view the dashboard as another user', async () => {
    const [admin, ruiz] = [addReader('admin@mail.example', 'For the admin'), addReader('ruiz@mail.example', 'For Ruiz')]
    admin.profile = { ...admin.profile, is_admin: true }
    const user = await visit('/dashboard', { as: admin })
    await screen.findByRole('button', { name: 'Notifications, 1 unread' })
    const held = holdNotifications()
    ruiz.tokens.push('view')
    const { id, email, plan } = ruiz.profile
    const view = { id, email, plan, token: 'view', actor_id: admin.profile.id, expires_at: Date.now() + 600_000 }
    localStorage.setItem('impersonating', JSON.stringify(view))
    dispatchEvent(new StorageEvent('storage', { key: 'impersonating' }))
    await screen.findByRole('region', { name: 'Viewing as' })
    await user.click(screen.getByRole('button', { name: 'Notifications' }))
    expect(screen.queryByText('For the admin')).toBeNull()
    held.release()
    await screen.findByText('For Ruiz')
  })
})
