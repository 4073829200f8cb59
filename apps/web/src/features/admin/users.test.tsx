import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { MOCK_PASSWORD } from '../../testing/mock-api/mock-data.ts'
import { addAdmin, openUsers, button, rowOf, confirm, addUser } from '../../testing/users-tab.ts'
import { mockApi } from '../../testing/visit.tsx'

const cellsOf = (email: string) =>
  within(rowOf(email))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

/** Waits until a user's row contains a text. */
const findInRow = async (email: string, text: string): Promise<HTMLElement> => within(rowOf(email)).findByText(text)

describe('the question before a change', () => {
  it('stays open when the answer to an earlier change arrives', async () => {
    const [first, second] = ['first@mail.example', 'second@mail.example']
    mockApi().addUser({ email: second })
    let answer = (): void => undefined
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    const { profile } = mockApi().addUser({ email: first })
    mockApi().answer('admin.updateProfile', async () => {
      await awaited
      return { profile: { ...profile, status: 'disabled' as const } }
    })
    const user = await openUsers(addAdmin())
    await user.click(button(`Suspend ${first}`))
    await confirm(user, 'Suspend')
    await user.keyboard('{Escape}')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await user.click(button(`Suspend ${second}`))
    answer()
    await findToast('User suspended successfully')
    within(screen.getByRole('dialog')).getByText(new RegExp(second))
    expect(mockApi().calls('admin.updateProfile')).toHaveLength(1)
  })
})

describe('adding a user', () => {
  it('creates the user with a plan, reports it, and shows the user in the list two seconds later', async () => {
    const user = await openUsers(addAdmin())
    await addUser(user, 'new@mail.example', MOCK_PASSWORD, 'Pro')
    await findToast('User new@mail.example has been created successfully')
    expect((await findToast('Refreshing user list...')).textContent).toContain('User Created')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
    await waitFor(() =>
      expect(cellsOf('new@mail.example').slice(0, 4)).toEqual([
        'Active',
        'User',
        'Pro',
        expect.stringMatching(/^\d+ \w{3} \d{4}$/),
      ]),
    )
    const [made] = mockApi().calls('admin.createUser')
    expect(made?.body).toEqual({ email: 'new@mail.example', password: MOCK_PASSWORD, plan: 'pro' })
    const listed = mockApi().calls('admin.profiles')
    expect(listed).toHaveLength(2)
    expect((listed[1]?.at ?? 0) - (made?.at ?? 0)).toBeGreaterThanOrEqual(2000)
  })
})

describe('the list of users', () => {
  it('is searched, and paged', async () => {
    for (let at = 0; at < 27; at += 1)
      mockApi().addUser({
        email: `page.${String(at).padStart(2, '0')}@list.example`,
        created_at: new Date(Date.UTC(2026, 10, 20, 8, at)).toISOString(),
      })
    const user = await openUsers(addAdmin())
    const search = screen.getByLabelText('Search by email')
    await user.type(search, 'LIST.example')
    await screen.findByText('27 users')
    await screen.findByText('1–25 of 27')
    expect(rowOf('page.26@list.example')).toBeDefined()
    await user.click(button('Next'))
    await screen.findByText('26–27 of 27')
    expect(rowOf('page.00@list.example')).toBeDefined()
    await user.clear(search)
    await user.type(search, 'page.13@')
    await screen.findByText('1 user')
    expect(rowOf('page.13@list.example')).toBeDefined()
    await user.clear(search)
    await user.type(search, 'nobody%')
    await screen.findByText('No matching user.')
    expect(mockApi().calls('admin.profiles').at(-1)?.query).toMatchObject({ search: 'nobody%', page: 1, limit: 25 })
  })

  it('suspends after a confirmation, and activates without one', async () => {
    const admin = addAdmin()
    const { profile } = mockApi().addUser()
    const user = await openUsers(admin)
    await user.click(button(`Suspend ${profile.email}`))
    const dialog = await screen.findByRole('dialog', { name: `Suspend ${profile.email}?` })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(mockApi().calls('admin.updateProfile')).toEqual([])
    await user.click(button(`Suspend ${profile.email}`))
    await confirm(user, 'Suspend')
    await findToast('User suspended successfully')
    await findInRow(profile.email, 'Disabled')
    expect(within(rowOf(profile.email)).queryByRole('button', { name: /^View as user/ })).toBeNull()
    await user.click(button(`Activate ${profile.email}`))
    await findToast('User activated successfully')
    await findInRow(profile.email, 'Active')
    expect(
      mockApi()
        .calls('admin.updateProfile')
        .map(({ params, body }) => [params.id, body]),
    ).toEqual([
      [profile.id, { status: 'disabled' }],
      [profile.id, { status: 'active' }],
    ])
  })

  it('grants and removes admin after a confirmation', async () => {
    const admin = addAdmin()
    const { profile } = mockApi().addUser()
    const user = await openUsers(admin)
    await user.click(button(`Grant admin to ${profile.email}`))
    await confirm(user, 'Grant admin')
    await findToast('Admin role granted successfully')
    await findInRow(profile.email, 'Admin')
    await user.click(button(`Remove admin from ${profile.email}`))
    await confirm(user, 'Remove admin')
    await findToast('Admin role removed successfully')
    await findInRow(profile.email, 'User')
    expect(
      mockApi()
        .calls('admin.updateProfile')
        .map(({ params, body }) => [params.id, body]),
    ).toEqual([
      [profile.id, { is_admin: true }],
      [profile.id, { is_admin: false }],
    ])
  })

  it('keeps the last admin, and shows the reason next to the list', async () => {
    const user = await openUsers(addAdmin())
    expect(within(rowOf('admin@mail.example')).queryByRole('button', { name: /^View as user/ })).toBeNull()
    await user.click(button('Suspend admin@mail.example'))
    await screen.findByRole('heading', { name: 'Suspend yourself?' })
    await confirm(user, 'Suspend myself')
    await findToast('Failed to update user status')
    await screen.findByText(/^This is the last active admin\./, { selector: '[role="alert"] *' })
    await user.click(button('Remove admin from admin@mail.example'))
    await confirm(user, 'Remove my role')
    await findToast('Failed to update admin role')
    await findInRow('admin@mail.example', 'Admin')
  })
})

describe('viewing as a user', () => {
  it('stores the marker of the view, and opens the user’s dashboard under a banner', async () => {
    const admin = addAdmin()
    const { profile } = mockApi().addUser()
    const user = await openUsers(admin)
    await user.click(button(`View as user ${profile.email}`))
    const banner = await screen.findByRole('region', { name: 'Viewing as' })
    expect(within(banner).getByText(profile.email)).toBeDefined()
    expect(location.pathname).toBe('/dashboard')
    expect(JSON.parse(localStorage.getItem('impersonating') ?? '{}')).toMatchObject({
      email: profile.email,
      actor_id: admin.profile.id,
    })
  })
})
