import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { MOCK_RESEND_TOKEN } from '../../testing/mock-api/auth-answers.ts'
import { switchOff } from '../../testing/mock-api/mock-data.ts'
import { fieldError, findToast, formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const send = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create account' }))

const write = async (user: UserEvent, label: string, text: string): Promise<void> => {
  await user.clear(screen.getByLabelText(label))
  await user.click(screen.getByLabelText(label))
  await user.paste(text)
}

const register = async (user: UserEvent, email: string, password = 'correct horse', again = password) => {
  await write(user, 'Email', email)
  await write(user, 'Password', password)
  await write(user, 'Confirm password', again)
  await send(user)
}

describe('the registration form', () => {
  it('says before anything is typed that registration is switched off', async () => {
    switchOff(mockApi().data, 'registration')
    const user = await visit('/register')
    const said = await screen.findByText('New accounts are switched off at the moment.')
    expect(said.closest('[role="status"]')).not.toBeNull()
    screen.getByRole('link', { name: 'Use the tools without an account' })
    await register(user, 'ana@mail.example')
    expect(screen.getByRole('button', { name: 'Create account' }).hasAttribute('disabled')).toBe(true)
    expect(mockApi().calls('auth.register')).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@mail.example')
  })

  it('reports the error of each field', async () => {
    const user = await visit('/register')
    await register(user, '', 'short', 'other')
    expect(fieldError('Email')).toBe('Please enter your email address.')
    expect(fieldError('Password')).toMatch(/^Password must be at least 6 characters long\./)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await register(user, 'ana@mail.example', 'long enough', 'long enouhg')
    expect(fieldError('Confirm password')).toBe(
      'Passwords do not match. Please make sure both passwords are identical.',
    )
    expect(mockApi().calls('auth.register')).toEqual([])
  })

  it('shows the service’s refusal, next to the form, at the field and in a toast', async () => {
    const { profile } = mockApi().addUser()
    const user = await visit('/register')
    await register(user, profile.email)
    const taken = 'This email is already registered. Please try signing in instead.'
    expect(await formAlert()).toBe(`Registration failed ${taken}`)
    expect(fieldError('Email')).toContain('already registered')
    await findToast('Registration failed', taken)
    await register(user, 'not an address')
    await waitFor(async () => expect(await formAlert()).toContain('Please enter a valid email address.'))
  })

  it('marks the fields for password managers', async () => {
    await visit('/register')
    const names = ['Email', 'Password', 'Confirm password']
    expect(names.map((name) => screen.getByLabelText(name).getAttribute('autocomplete'))).toEqual([
      'email',
      'new-password',
      'new-password',
    ])
  })

  it('reports an unexpected failure in the specified words', async () => {
    mockApi().answer('auth.register', () => new HttpResponse('', { status: 500 }))
    const user = await visit('/register')
    await register(user, 'ana@mail.example')
    const words = 'An unexpected error occurred during registration. Please try again.'
    expect(await formAlert()).toBe(`Registration failed ${words}`)
    await findToast('Registration failed', words)
  })

  it('reports that the server is unreachable', async () => {
    mockApi().answer('auth.register', () => HttpResponse.error())
    const user = await visit('/register')
    await register(user, 'ana@mail.example')
    expect(await formAlert()).toBe(
      'Registration failed Cannot connect to server. Please ensure you have an internet connection and try again.',
    )
  })

  it('reports with the specified text that no account was created', async () => {
    const user = await visit('/register')
    await register(user, `${'a'.repeat(330)}@mail.example`)
    const words = 'Failed to create account. Please check your email and try again.'
    expect(await formAlert()).toBe(`Registration failed ${words}`)
    await findToast('Registration failed', words)
  })
})

describe('a registration', () => {
  it('signs in and leads to the dashboard if no mail is sent', async () => {
    const user = await visit('/register')
    await register(user, ' ana@mail.example ')
    await arriveAt('/dashboard')
    await screen.findByRole('button', { name: 'Account of ana@mail.example' })
    expect(
      mockApi()
        .calls('auth.register')
        .map(({ body }) => body),
    ).toEqual([{ email: 'ana@mail.example', password: 'correct horse' }])
  })

  it('ends on Check Your Email if the address must be confirmed', async () => {
    mockApi().data.confirmsAddresses = true
    const user = await visit('/register')
    await register(user, 'ana@mail.example')
    const heading = await screen.findByRole('heading', { name: 'Check Your Email' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await screen.findByText('We sent a link to ana@mail.example. Open it to confirm your address, then sign in.')
    expect(localStorage.getItem('auth_token')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'send it again' }))
    await screen.findByText(/^If ana@mail\.example is not confirmed yet, we sent a new email\./)
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await arriveAt('/login')
    await screen.findByRole('button', { name: 'Send the link again' })
    await write(user, 'Email', 'Ana@mail.example')
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    await screen.findByText(/^If Ana@mail\.example is not confirmed yet, we sent a new email\./)
    await write(user, 'Email', 'bo@mail.example')
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    await screen.findByText(/^If bo@mail\.example is not confirmed yet, we sent a new email\./)
    const bodies = mockApi()
      .calls('auth.resend')
      .map(({ body }) => body)
    expect(bodies, 'only its own registration is proven').toEqual([
      { email: 'ana@mail.example', resend_token: MOCK_RESEND_TOKEN },
      { email: 'Ana@mail.example', resend_token: MOCK_RESEND_TOKEN },
      { email: 'bo@mail.example' },
    ])
  })
})
