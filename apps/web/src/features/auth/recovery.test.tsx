import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { mailTokenOf, MOCK_CODE } from '../../testing/mock-api/auth-answers.ts'
import { fieldError, formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const ask = async (user: UserEvent, email: string): Promise<void> => {
  await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByRole('heading', { name: 'Check your email' })
}

const choose = async (user: UserEvent, password: string): Promise<void> => {
  for (const label of ['New password', 'Confirm password']) {
    await user.clear(await screen.findByLabelText(label))
    await user.type(screen.getByLabelText(label), password)
  }
  await user.click(screen.getByRole('button', { name: 'Set the new password' }))
}

describe('without a mail server', () => {
  it('no page says that mail was sent, and the operator is the way to a new password', async () => {
    mockApi().answer('services.list', ({ data }) => ({
      services: data.services,
      email_verification: 'real',
      mail: 'none',
    }))
    const user = await visit('/reset')
    await screen.findByText('This installation sends no mail, so only its operator can give you a new password.')
    screen.getByRole('link', { name: 'Contact the operator' })
    expect(screen.getByRole('button', { name: 'Send the link' }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
    const resend = await screen.findByRole('button', { name: 'Send the link again' })
    expect(resend.parentElement?.className).toBe('invisible')
  })
})

describe('a forgotten password', () => {
  it('begins with the address, and the response does not reveal whether there is an account', async () => {
    const user = await visit('/reset')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(fieldError('Email')).toBe('Please enter your email address.')
    await ask(user, 'nobody@mail.example')
    await screen.findByText(
      'If there is an account for nobody@mail.example, a link to choose a new password is on its way.',
    )
    const heading = screen.getByRole('heading', { name: 'Check your email' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(
      mockApi()
        .calls('auth.recover')
        .map(({ body }) => body),
    ).toEqual([{ email: 'nobody@mail.example' }])
  })

  it('is replaced by the link of the mail, whose token leaves the address', async () => {
    const member = mockApi().addUser()
    const user = await visit(`/reset#token=${mailTokenOf(member)}`)
    await choose(user, 'short')
    expect(fieldError('New password')).toContain('Password must be at least 6 characters long.')
    expect(mockApi().calls('auth.reset')).toEqual([])
    await choose(user, 'battery staple')
    await screen.findByRole('heading', { name: 'Your password has been changed' })
    expect(location.hash).toBe('')
    expect(member.password).toBe('battery staple')
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await arriveAt('/login')
  })

  it('stays when the link was used before, and another one can be requested', async () => {
    const user = await visit('/reset#token=used')
    await choose(user, 'battery staple')
    expect(await formAlert()).toContain('The password was not changed This link is wrong or no longer valid.')
    await user.click(screen.getByRole('button', { name: 'Request a new link' }))
    await screen.findByRole('heading', { name: 'Reset your password' })
    expect(location.hash).toBe('')
  })

  it('is replaced by the code of the mail, too', async () => {
    const member = mockApi().addUser()
    const user = await visit('/reset')
    await ask(user, member.profile.email)
    await user.click(screen.getByRole('button', { name: 'Type the code instead' }))
    await user.type(await screen.findByLabelText('Code from the email'), MOCK_CODE)
    await choose(user, 'battery staple')
    await screen.findByRole('heading', { name: 'Your password has been changed' })
    expect(
      mockApi()
        .calls('auth.reset')
        .map(({ body }) => body),
    ).toEqual([{ email: member.profile.email, code: MOCK_CODE, password: 'battery staple' }])
  })

  it('also ends the session of this browser when it is replaced', async () => {
    const member = mockApi().addUser()
    // The session's refresh token has also expired.
    mockApi().refuse('auth.refresh', 'session_not_found')
    const user = await visit(`/reset#token=${mailTokenOf(member)}`, { as: member })
    await choose(user, 'battery staple')
    await screen.findByRole('heading', { name: 'Your password has been changed' })
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    await arriveAt('/login')
  })
})
