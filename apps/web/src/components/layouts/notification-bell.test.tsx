import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addMockNotification } from '../../testing/mock-api/mock-data.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const addReader = () => {
  const member = mockApi().addUser()
  addMockNotification(member, { title: 'A word for one', is_global: false, target_user_id: member.profile.id })
  addMockNotification(member, { title: 'A tool for everyone' })
  return member
}

describe('the bell', () => {
  it('lists the notifications, and marks the new ones', async () => {
    const member = addReader()
    const user = await visit('/dashboard', { as: member })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    expect(screen.getByText('About A tool for everyone.')).toBeDefined()
    const [first] = screen.getAllByRole('button', { name: 'Mark as read' })
    if (first !== undefined) await user.click(first)
    await screen.findByRole('button', { name: 'Notifications, 1 unread' })
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await screen.findByRole('button', { name: 'Notifications' })
    expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull()
    expect(
      mockApi()
        .calls('notifications.read')
        .map(({ params }) => params.id),
    ).toEqual(member.notifications.map(({ id }) => id))
  })

  it('loads new notifications when it is opened', async () => {
    const member = mockApi().addUser()
    const user = await visit('/dashboard', { as: member })
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(mockApi().calls('notifications.list')).toHaveLength(1))
    addMockNotification(member, { title: 'Just now' })
    await user.click(bell)
    await screen.findByText('About Just now.')
  })

  it('says that there are none', async () => {
    const user = await visit('/dashboard', { as: mockApi().addUser() })
    await user.click(await screen.findByRole('button', { name: 'Notifications' }))
    await screen.findByText('No notifications.')
  })
})
