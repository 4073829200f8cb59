import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { MOCK_PASSWORD, type MockUserOptions } from '../../testing/mock-api/mock-data.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const openData = async (options: MockUserOptions = {}) => {
  const member = mockApi().addUser(options)
  const user = await visit('/dashboard/account', { as: member })
  await screen.findByRole('region', { name: 'Your data' })
  return { user, email: member.profile.email }
}

const button = (name: string) => screen.getByRole('button', { name })

const askForDeletion = async (user: Awaited<ReturnType<typeof visit>>, email: string) => {
  await user.click(button('Delete my account'))
  return within(await screen.findByRole('dialog', { name: `Delete the account ${email}?` }))
}

describe('the data of a user', () => {
  it('reports a failed download next to the button', async () => {
    const { user } = await openData()
    mockApi().refuse('account.export', 'internal_error')
    await user.click(button('Download my data'))
    await screen.findByText('Your data could not be downloaded', { selector: '[role="alert"] *' })
  })

  it('is deleted with the account, with the password and after a clear warning', async () => {
    const { user, email } = await openData()
    expect(screen.getByText(/You can’t undo this:/)).toBeDefined()
    const dialog = await askForDeletion(user, email)
    const password = dialog.getByLabelText('Your password')
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await dialog.findByText('Please enter your password.')
    expect(document.activeElement).toBe(password)
    await user.type(password, 'wrong one{Enter}')
    await dialog.findByText('Wrong password.', { selector: '[role="alert"] *' })
    expect(document.activeElement).toBe(password)
    await user.clear(password)
    await user.type(password, `${MOCK_PASSWORD}{Enter}`)
    await findToast('Account deleted')
    await arriveAt('/')
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
    expect(mockApi().calls('account.delete').at(-1)?.body).toEqual({ password: MOCK_PASSWORD })
  })

  it('stays while the user is the last admin', async () => {
    const { user, email } = await openData({ is_admin: true })
    mockApi().refuse('account.delete', 'last_admin')
    const dialog = await askForDeletion(user, email)
    await user.type(dialog.getByLabelText('Your password'), MOCK_PASSWORD)
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await dialog.findByText(/^This is the last active admin\./, { selector: '[role="alert"] *' })
    expect(location.pathname).toBe('/dashboard/account')
  })
})
