import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { addMockSession, MOCK_PASSWORD } from '../../testing/mock-api/mock-data.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

const openAccount = async (options: Parameters<ReturnType<typeof mockApi>['addUser']>[0] = {}) => {
  const member = mockApi().addUser(options)
  addMockSession(member, { current: true })
  addMockSession(member, { user_agent: 'node' })
  const user = await visit('/dashboard/account', { as: member })
  await screen.findByRole('region', { name: 'Password' })
  return user
}

const change = async (user: Awaited<ReturnType<typeof visit>>, current: string, next: string, again = next) => {
  for (const [name, text] of [
    ['Current password', current],
    ['New password', next],
    ['Confirm new password', again],
  ] as const) {
    await user.clear(field(name))
    if (text !== '') await user.type(field(name), text)
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('the password', () => {
  it('is changed with the current one, and the list of devices is loaded again', async () => {
    const user = await openAccount()
    const devices = within(screen.getByRole('region', { name: 'Devices' }))
    await devices.findByText('Node.js')
    await change(user, MOCK_PASSWORD, 'battery staple')
    await findToast('Password changed')
    expect(field('Current password').value).toBe('')
    await devices.findByText('You are not signed in on any other device.')
    expect(
      mockApi()
        .calls('auth.password')
        .map(({ body }) => body),
    ).toEqual([{ current_password: MOCK_PASSWORD, new_password: 'battery staple' }])
  })

  it('is refused with the specified messages', async () => {
    const user = await openAccount()
    await change(user, '', 'short')
    await screen.findByText('Please enter your current password.')
    expect(
      screen.getByText('Password must be at least 6 characters long.', { selector: '[data-status]' }),
    ).toBeDefined()
    await change(user, MOCK_PASSWORD, 'battery', 'Battery')
    await screen.findByText('Passwords do not match. Please make sure both passwords are identical.')
    expect(mockApi().calls('auth.password')).toEqual([])
  })

  it('is not changed without the current one', async () => {
    const user = await openAccount()
    await change(user, 'wrong one', 'battery staple')
    await screen.findByText('Wrong current password.', { selector: '[role="alert"] *' })
    expect(field('Current password').getAttribute('aria-invalid')).toBe('true')
  })
})
