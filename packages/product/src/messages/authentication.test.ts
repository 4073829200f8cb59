import { describe, expect, it } from 'vitest'
import { loginFailure, loginMessages, registrationFailure, registrationMessages } from './authentication.ts'

describe('login texts', () => {
  it('shows the raw message of any other login error', () => {
    expect(loginFailure(undefined, 'Too many tries.')).toEqual({ title: 'Login failed', message: 'Too many tries.' })
    expect(loginFailure('toString', 'Too many tries.').message).toBe('Too many tries.')
  })

  it('falls back when a login error has no message', () => {
    expect(loginFailure(undefined).message).toBe('An unexpected error occurred during login. Please try again.')
    expect(loginFailure('rate_limited', '  ').message).toBe(loginMessages.unexpected)
  })
})

describe('registration texts', () => {
  it('reports that no account was created when the service refused for a reason without its own text', () => {
    expect(registrationFailure('validation_failed', true)).toEqual({
      title: 'Registration failed',
      message: 'Failed to create account. Please check your email and try again.',
    })
    expect(registrationFailure('invalid_email', true).message).toBe('Please enter a valid email address.')
  })

  it('falls back for any other registration error', () => {
    const fallback = 'An unexpected error occurred during registration. Please try again.'
    expect(registrationFailure(undefined)).toEqual({ title: 'Registration failed', message: fallback })
    expect(registrationFailure('constructor').message).toBe(fallback)
  })

  it('refuses differing and short passwords with the specified texts', () => {
    expect(registrationMessages.passwordsDiffer).toBe(
      'Passwords do not match. Please make sure both passwords are identical.',
    )
    expect(registrationMessages.passwordTooShort(6)).toBe('Password must be at least 6 characters long.')
    expect(registrationMessages.passwordTooShort(12)).toBe('Password must be at least 12 characters long.')
  })
})
