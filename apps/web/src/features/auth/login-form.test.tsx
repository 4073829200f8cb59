import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { email, password, send, signIn, dashboardOf } from '../../testing/login-form.ts'
import { fieldError, findToast, formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

describe('signing in', () => {
  it('needs both fields', async () => {
    const user = await visit('/login')
    await send(user)
    expect(fieldError('Email')).toBe('Please enter your email address.')
    expect(fieldError('Password')).toBe('Please enter your password.')
    expect(document.activeElement).toBe(email())
    expect(mockApi().calls('auth.login')).toEqual([])
  })

  it('reports wrong credentials at the form and in a toast, and accepts the right ones afterwards', async () => {
    const { profile, password: right } = mockApi().addUser()
    const user = await visit('/login')
    await signIn(user, profile.email, 'wrong')
    const wrong = 'Invalid email or password. Please check your credentials and try again.'
    expect(await formAlert()).toBe(`Login failed ${wrong}`)
    await findToast('Login failed', wrong)
    await signIn(user, profile.email, right)
    await dashboardOf(profile.email)
  })

  it('is refused to a disabled account, with its own message', async () => {
    const { profile, password: right } = mockApi().addUser({ status: 'disabled' })
    const user = await visit('/login')
    await signIn(user, profile.email, right)
    expect(await formAlert()).toBe('Login failed Your account has been disabled. Please contact support.')
  })

  it('reports that the server is unreachable', async () => {
    mockApi().answer('auth.login', () => HttpResponse.error())
    const user = await visit('/login')
    await signIn(user, 'ana@mail.example', 'correct horse')
    expect(await formAlert()).toBe(
      'Login failed Cannot connect to server. Please ensure you have an internet connection and try again.',
    )
  })

  it('works by keyboard only, shows the password on request, and Enter sends', async () => {
    const { profile, password: right } = mockApi().addUser()
    const user = await visit('/login')
    const focused = () => document.activeElement
    email().focus()
    await user.keyboard(profile.email)
    await user.tab()
    expect(focused()).toBe(password())
    await user.keyboard(right)
    await user.tab()
    expect(focused()).toBe(screen.getByRole('button', { name: 'Show password' }))
    await user.keyboard(' ')
    expect(password().getAttribute('type')).toBe('text')
    expect(focused()).toBe(screen.getByRole('button', { name: 'Hide password' }))
    await user.tab()
    expect(focused()).toBe(screen.getByRole('link', { name: 'Forgot it?' }))
    await user.tab()
    expect(focused()).toBe(screen.getByRole('button', { name: 'Sign in' }))
    await user.type(password(), '{Enter}')
    await dashboardOf(profile.email)
  })

  it('marks the fields for password managers', async () => {
    await visit('/login')
    expect(email().getAttribute('autocomplete')).toBe('username')
    expect(password().getAttribute('autocomplete')).toBe('current-password')
  })

  it('returns to the path of this site in the address', async () => {
    const { profile, password: right } = mockApi().addUser()
    const user = await visit('/login?next=%2Fpricing%3Fplan%3Dpro')
    await signIn(user, profile.email, right)
    await arriveAt('/pricing?plan=pro')
  })
})

describe('a signed-in user', () => {
  it.each(['/login', '/register', '/login?next=%2F%2Fevil.example', '/login?next=https%3A%2F%2Fevil.example'])(
    'is redirected from %s to the dashboard, and never to another site',
    async (path) => {
      const member = mockApi().addUser()
      await visit(path, { as: member })
      await dashboardOf(member.profile.email)
    },
  )
})

describe('a user who has not confirmed the address', () => {
  it('is told so, and can have the message sent again to the address in the form', async () => {
    mockApi().refuse('auth.login', 'email_not_confirmed')
    const user = await visit('/login')
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    expect(fieldError('Email')).toBe('Please enter your email address.')
    expect(mockApi().calls('auth.resend')).toEqual([])
    await signIn(user, 'ana@mail.example', 'correct horse')
    expect(await formAlert()).toBe('Login failed Confirm your email first. The link is in the message we sent.')
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    await screen.findByText(/^If ana@mail\.example is not confirmed yet, we sent a new email\./)
    expect(
      mockApi()
        .calls('auth.resend')
        .map(({ body }) => body),
    ).toEqual([{ email: 'ana@mail.example' }])
  })
})
