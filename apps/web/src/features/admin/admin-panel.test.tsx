import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const denial = 'Access Denied: You do not have permission to access the admin panel.'

describe('the admin panel', () => {
  it('sends visitors to sign in, and back to the requested page', async () => {
    const admin = mockApi().addUser({ is_admin: true })
    const user = await visit('/admin')
    await arriveAt('/login?next=%2Fadmin')
    await user.type(await screen.findByLabelText('Email'), admin.profile.email)
    await user.type(screen.getByLabelText('Password'), admin.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { level: 1, name: 'Admin' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Users',
      'Notifications',
      'Services',
      'Audit',
    ])
  })

  it('is closed to everyone else, with the specified message', async () => {
    const user = await visit('/admin', { as: mockApi().addUser() })
    await within(await screen.findByRole('alert')).findByRole('heading', { name: denial })
    expect(screen.queryAllByRole('tab')).toEqual([])
    await user.click(screen.getByRole('link', { name: 'Go to the dashboard' }))
    await arriveAt('/dashboard')
  })

  it('moves between tabs by keyboard, and keeps the chosen one in the address', async () => {
    const user = await visit('/admin', { as: mockApi().addUser({ is_admin: true }) })
    await user.click(await screen.findByRole('tab', { name: 'Users' }))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await screen.findByRole('heading', { name: 'Service switches' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Services' })))
    expect(location.search).toBe('?tab=services')
  })

  it('opens with the tab that the address names', async () => {
    await visit('/admin?tab=services', { as: mockApi().addUser({ is_admin: true }) })
    await screen.findByRole('heading', { name: 'Service switches' })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Services')
  })
})
