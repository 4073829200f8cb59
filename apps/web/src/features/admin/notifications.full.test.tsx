import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { nextId } from '../../testing/mock-api/mock-data.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const openNotifications = async () => {
  const user = await visit('/admin?tab=notifications', {
    as: mockApi().addUser({ is_admin: true, email: 'admin@mail.example' }),
  })
  await screen.findByRole('heading', { name: 'The latest 20' })
  return user
}

const button = (name: string) => screen.getByRole('button', { name })

const sentItems = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Latest notifications' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const confirm = async (user: Awaited<ReturnType<typeof visit>>, question: string, label: string): Promise<void> =>
  user.click(within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: label }))

describe('notifications', () => {
  it('are empty at first, and need a title and a message', async () => {
    const user = await openNotifications()
    await screen.findByText('No notifications sent yet')
    await user.type(screen.getByLabelText('Title'), 'Alone')
    await user.click(button('Send notification'))
    expect((await findToast('Title and message are required.')).textContent).toContain('Validation Error')
    expect(document.activeElement).toBe(screen.getByLabelText('Message'))
    expect(screen.getByText('Title and message are required.', { selector: '[data-status]' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stay as they are while another tab is shown', async () => {
    const user = await openNotifications()
    await user.type(screen.getByLabelText('Title'), 'Half')
    await user.type(screen.getByLabelText('Message'), 'Not finished')
    await user.selectOptions(screen.getByLabelText('Type'), 'New tool')
    await user.click(screen.getByLabelText('One user'))
    await user.click(screen.getByRole('tab', { name: 'Services' }))
    await screen.findByRole('tabpanel', { name: 'Services' })
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Notifications' }))
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Half')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Not finished')
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('new_tool')
    expect(screen.getByLabelText<HTMLInputElement>('One user').checked).toBe(true)
  })

  it('are sent to everyone after a confirmation', async () => {
    const user = await openNotifications()
    await user.type(screen.getByLabelText('Title'), 'A new tool')
    await user.type(screen.getByLabelText('Message'), 'Look at it.')
    await user.selectOptions(screen.getByLabelText('Type'), 'New tool')
    await user.click(button('Send notification'))
    await screen.findByRole('dialog', { name: 'Send this to everyone?' })
    expect(mockApi().calls('admin.notify')).toEqual([])
    await confirm(user, 'Send this to everyone?', 'Send to everyone')
    await findToast('Notification sent successfully')
    expect((await sentItems())[0]).toMatch(/A new tool.*New tool.*Look at it\..*To Everyone.*No expiry/s)
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
    expect(
      mockApi()
        .calls('admin.notify')
        .map(({ body }) => body),
    ).toEqual([
      {
        title: 'A new tool',
        message: 'Look at it.',
        type: 'new_tool',
        is_global: true,
        target_user_id: null,
        expires_at: null,
      },
    ])
  })

  it('are sent to one user from a search, with an expiry, and to no other user', async () => {
    const { profile } = mockApi().addUser({ email: 'ruiz@target.example' })
    mockApi().addUser()
    const user = await openNotifications()
    const expiry = screen.getByLabelText('Expires (optional)')
    await user.type(screen.getByLabelText('Title'), 'Your plan')
    await user.type(screen.getByLabelText('Message'), 'It was extended.')
    await user.click(screen.getByLabelText('One user'))
    await user.click(button('Send notification'))
    await screen.findByText('Choose a user.')
    const search = screen.getByLabelText('Find the user by email')
    await user.type(search, 'nobody')
    await screen.findByText('No matching user.')
    await user.clear(search)
    await user.type(search, 'RUIZ@')
    await user.click(await screen.findByLabelText(profile.email))
    fireEvent.change(expiry, { target: { value: '2020-01-01T00:00' } })
    await user.click(button('Send notification'))
    await screen.findByText('Choose a time in the future.')
    fireEvent.change(expiry, { target: { value: '2099-01-01T00:00' } })
    await user.click(button('Send notification'))
    await confirm(user, `Send this to ${profile.email}?`, 'Send')
    await findToast('Notification sent successfully')
    expect((await sentItems())[0]).toMatch(/Your plan.*To ruiz@target\.example.*Expires/s)
    expect(
      mockApi()
        .calls('admin.notify')
        .map(({ body }) => body),
    ).toEqual([
      {
        title: 'Your plan',
        message: 'It was extended.',
        type: 'general',
        is_global: false,
        target_user_id: profile.id,
        expires_at: new Date(2099, 0, 1).toISOString(),
      },
    ])
    // The next notification is for everyone again.
    expect(screen.getByLabelText<HTMLInputElement>('Everyone').checked).toBe(true)
  })

  it('are shown as the latest twenty', async () => {
    const { sent } = mockApi().data
    for (let count = 1; count <= 20; count += 1)
      sent.unshift({
        id: nextId(),
        title: `No. ${count}`,
        message: 'x',
        type: 'general',
        is_global: true,
        target_user_id: null,
        target_email: null,
        expires_at: null,
        created_at: new Date().toISOString(),
      })
    const user = await openNotifications()
    expect(await sentItems()).toHaveLength(20)
    await user.type(screen.getByLabelText('Title'), 'One more')
    await user.type(screen.getByLabelText('Message'), 'x')
    await user.click(button('Send notification'))
    await confirm(user, 'Send this to everyone?', 'Send to everyone')
    await screen.findByText('One more')
    const items = await sentItems()
    expect(items).toHaveLength(20)
    expect([items[0], items[19]]).toEqual([expect.stringContaining('One more'), expect.stringContaining('No. 2')])
  })

  it('report when they could not be loaded', async () => {
    mockApi().refuse('admin.notifications', 'internal_error')
    const user = await openNotifications()
    await findToast('Failed to load notifications')
    expect(within(screen.getByRole('main')).getByText('Failed to load notifications')).toBeDefined()
    mockApi().restore('admin.notifications')
    await user.click(button('Retry'))
    await screen.findByText('No notifications sent yet')
  })

  it('report when they could not be sent, and keep the text', async () => {
    mockApi().refuse('admin.notify', 'internal_error')
    const user = await openNotifications()
    await user.type(screen.getByLabelText('Title'), 'Kept')
    await user.type(screen.getByLabelText('Message'), 'Kept, too.')
    await user.click(button('Send notification'))
    await confirm(user, 'Send this to everyone?', 'Send to everyone')
    await findToast('Failed to send notification')
    expect(within(screen.getByRole('main')).getByText('Failed to send notification')).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Kept, too.')
  })
})
