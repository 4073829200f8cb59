import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { MOCK_PASSWORD } from '../../testing/mock-api/mock-data.ts'
import { addAdmin, openUsers, button, rowOf, confirm, addUser } from '../../testing/users-tab.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const denial = 'Access Denied: You do not have permission to access the admin panel.'

describe('adding a user', () => {
  it('needs an email and a password', async () => {
    const user = await openUsers(addAdmin())
    await addUser(user, ' ', '', 'Free')
    await findToast('Please fill in all fields.')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(Array.from(document.querySelectorAll('p:has(> [data-status])'), ({ textContent }) => textContent)).toEqual([
      'Please fill in all fields.',
      'Please fill in all fields.',
    ])
    expect(mockApi().calls('admin.createUser')).toEqual([])
  })

  it('shows the server’s reason, or that the user was not created', async () => {
    const user = await openUsers(addAdmin())
    await addUser(user, 'admin@mail.example', MOCK_PASSWORD, 'Free')
    const taken = 'This email is already registered. Please try signing in instead.'
    await findToast(taken)
    expect(screen.getByText(taken, { selector: '[role="alert"] *' })).toBeDefined()
    mockApi().answer('admin.createUser', () => HttpResponse.json({ error: ' ' }, { status: 400 }))
    await addUser(user, 'new@mail.example', MOCK_PASSWORD, 'Free')
    await findToast('Failed to create user')
  })

  it('reports a lost session when the server says so', async () => {
    const user = await openUsers(addAdmin())
    mockApi().refuse('admin.createUser', 'unauthorized')
    await addUser(user, 'new@mail.example', MOCK_PASSWORD, 'Free')
    await findToast('No active session')
    expect(screen.getByText('No active session', { selector: '[role="alert"] *' })).toBeDefined()
  })
})

describe('the list of users', () => {
  it('is closed to an admin who has lost the role, on their next action', async () => {
    const admin = addAdmin()
    const user = await openUsers(admin)
    admin.profile = { ...admin.profile, is_admin: false }
    await user.click(button('Sync missing profiles'))
    await screen.findByRole('heading', { name: denial })
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is closed at once to an admin who gives up the role', async () => {
    mockApi().addUser({ is_admin: true })
    const user = await openUsers(addAdmin())
    await user.click(button('Remove admin from admin@mail.example'))
    await screen.findByRole('heading', { name: 'Remove your own admin role?' })
    await confirm(user, 'Remove my role')
    await screen.findByRole('heading', { name: denial })
  })

  it('syncs missing profiles, and reports a failure', async () => {
    const user = await openUsers(addAdmin())
    await user.click(button('Sync missing profiles'))
    await findToast('Sync Complete')
    await waitFor(() => expect(mockApi().calls('admin.profiles')).toHaveLength(2))
    mockApi().refuse('admin.syncProfiles', 'internal_error')
    await user.click(button('Sync missing profiles'))
    expect((await findToast('Failed to sync user profiles')).textContent).toContain('Sync Error')
  })

  it('reports with the specified text that it could not be loaded, with Retry', async () => {
    const admin = addAdmin()
    mockApi().refuse('admin.profiles', 'internal_error')
    const user = await visit('/admin', { as: admin })
    await findToast('Failed to load users')
    expect(within(screen.getByRole('main')).getByText('Failed to load users')).toBeDefined()
    mockApi().restore('admin.profiles')
    await user.click(button('Retry'))
    await screen.findByRole('table', { name: 'All users' })
    expect(rowOf('admin@mail.example')).toBeDefined()
  })
})

describe('viewing as a user', () => {
  it('reports why it is impossible', async () => {
    const admin = addAdmin()
    const member = mockApi().addUser()
    const user = await openUsers(admin)
    member.profile = { ...member.profile, status: 'disabled' }
    await user.click(button(`View as user ${member.profile.email}`))
    await screen.findByText('The dashboard of this user could not be loaded', { selector: '[role="alert"] *' })
    expect(localStorage.getItem('impersonating')).toBeNull()
  })
})
