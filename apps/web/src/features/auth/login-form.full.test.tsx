import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { signIn, dashboardOf } from '../../testing/login-form.ts'
import { findToast, formAlert } from '../../testing/notices.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

describe('signing in', () => {
  it('lasts for a tab if the browser blocks its storage', async () => {
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
    [400, '{"error":" "}', 'An unexpected error occurred during login. Please try again.'],
    [200, '<html>', 'Invalid response from server'],
    [502, '<html>', 'Invalid response from server'],
    [200, '{"token":"only a token"}', 'Invalid response from server'],
  ]

  it.each(answers)('to signing in has its message: %j %s', async (status, body, words) => {
    const statusText = status === 418 ? "I'm a teapot" : ''
    mockApi().answer('auth.login', () => new HttpResponse(body, { status, statusText }))
    const user = await visit('/login')
    await signIn(user, 'ana@mail.example', 'correct horse')
    expect(await formAlert()).toBe(`Login failed ${words}`)
    await findToast('Login failed', words)
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})
