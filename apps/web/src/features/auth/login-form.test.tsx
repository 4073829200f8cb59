import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { fieldError, findToast, formAlert } from '../../testing/notices.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const send = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign in' }))

const signIn = async (user: UserEvent, address: string, secret: string): Promise<void> => {
  await user.clear(email())
  await user.type(email(), address)
  await user.clear(password())
  await user.type(password(), secret)
  await send(user)
}

const dashboardOf = async (address: string): Promise<void> => {
  await arriveAt('/dashboard')
  await screen.findByRole('button', { name: `Account of ${address}` })
}

describe('signing in', () => {
  it('needs both fields', async () => {
    const user = await visit('/login')
    await send(user)
    expect(fieldError('Email')).toBe('Please enter your email address.')
    expect(fieldError('Password')).toBe('Please enter your password.')
    expect(document.activeElement).toBe(email())
    expect(mockApi().calls('auth.login')).toEqual([])
  })

  it('says at the form and in a toast that email or password are wrong, and takes the right ones after', async () => {
    const { profile, password: right } = mockApi().addUser()
    const user = await visit('/login')
    await signIn(user, profile.email, 'wrong')
    const wrong = 'Invalid email or password. Please check your credentials and try again.'
    expect(await formAlert()).toBe(`Login failed ${wrong}`)
    await findToast('Login failed', wrong)
    await signIn(user, profile.email, right)
    await dashboardOf(profile.email)
  })

  it('is refused to a disabled account, in words of its own', async () => {
    const { profile, password: right } = mockApi().addUser({ status: 'disabled' })
    const user = await visit('/login')
    await signIn(user, profile.email, right)
    expect(await formAlert()).toBe('Login failed Your account has been disabled. Please contact support.')
  })

  it('works by keyboard alone, shows the password on request, and Enter sends', async () => {
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

  it('tells password managers which field is which', async () => {
    await visit('/login')
    expect(email().getAttribute('autocomplete')).toBe('username')
    expect(password().getAttribute('autocomplete')).toBe('current-password')
  })

  it('leads back to the path of this site that the address names', async () => {
    const { profile, password: right } = mockApi().addUser()
    const user = await visit('/login?next=%2Fpricing%3Fplan%3Dpro')
    await signIn(user, profile.email, right)
    await arriveAt('/pricing?plan=pro')
  })

  it('lasts for a tab where the browser refuses its storage', async () => {
    const { profile, password: right } = mockApi().addUser()
    const kept = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {}
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Refused.', 'SecurityError')
      },
    })
    try {
      const user = await visit('/login')
      await signIn(user, profile.email, right)
      await dashboardOf(profile.email)
      await user.click(screen.getByRole('link', { name: 'Back to Tools' }))
      await screen.findAllByRole('link', { name: 'Login' })
      await user.click(within(await screen.findByRole('banner')).getByRole('link', { name: 'Dashboard' }))
      await dashboardOf(profile.email)
    } finally {
      Object.defineProperty(globalThis, 'localStorage', kept)
    }
  })
})

describe('somebody who is signed in', () => {
  it.each(['/login', '/register', '/login?next=%2F%2Fevil.example', '/login?next=https%3A%2F%2Fevil.example'])(
    'is led on from %s to the dashboard, and never to another site',
    async (path) => {
      const member = mockApi().addUser()
      await visit(path, { as: member })
      await dashboardOf(member.profile.email)
    },
  )
})

describe('an answer that the service does not give', () => {
  const answers: readonly (readonly [status: number, body: string, words: string])[] = [
    [404, '', 'API endpoint not found: /api/auth/login. Please check if the backend is running and accessible.'],
    [500, '', 'Internal server error. Please try again later.'],
    [502, '', 'Bad gateway. The server cannot reach the backend.'],
    [503, '', 'Service unavailable. The backend server may be down.'],
    [418, '{}', "HTTP 418: I'm a teapot"],
    [400, '{"errors":[{"msg":"No at sign"},{"msg":"No dot"}]}', 'No at sign, No dot'],
    [403, '{"message":"Not from there."}', 'Not from there.'],
    [
      400,
      '{"error":"Senha ou email incorretos"}',
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [200, '<html>', 'Invalid response from server'],
    [502, '<html>', 'Invalid response from server'],
    [200, '{"token":"only a token"}', 'Invalid response from server'],
  ]

  it.each(answers)('to signing in has its words: %j %s', async (status, body, words) => {
    const statusText = status === 418 ? "I'm a teapot" : ''
    mockApi().answer('auth.login', () => new HttpResponse(body, { status, statusText }))
    const user = await visit('/login')
    await signIn(user, 'ana@mail.example', 'correct horse')
    expect(await formAlert()).toBe(`Login failed ${words}`)
    await findToast('Login failed', words)
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})

describe('somebody who has not confirmed the address', () => {
  it('is told so, and can have the message sent again to the address in the form', async () => {
    mockApi().refuse('auth.login', 'email_not_confirmed')
    const user = await visit('/login')
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(fieldError('Email')).toBe('Please enter your email address.')
    expect(mockApi().calls('auth.resend')).toEqual([])
    await signIn(user, 'ana@mail.example', 'correct horse')
    expect(await formAlert()).toBe('Login failed Confirm your email first. The link is in the message we sent.')
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    await screen.findByText(/^If ana@mail\.example waits to be confirmed, a new message is on its way\./)
    expect(
      mockApi()
        .calls('auth.resend')
        .map(({ body }) => body),
    ).toEqual([{ email: 'ana@mail.example' }])
  })
})
