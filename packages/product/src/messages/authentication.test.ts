import { describe, expect, it } from 'vitest'
import {
  backendBanner,
  checkYourEmail,
  loginFailure,
  loginMessages,
  registrationFailure,
  registrationMessages,
} from './authentication.ts'

describe('login texts', () => {
  it('has the specified texts for a failed sign-in', () => {
    expect(loginMessages.failed).toEqual({
      title: 'Login failed',
      message: 'Invalid email or password. Please check your credentials and try again.',
    })
  })

  it('distinguishes a failed connection, wrong credentials and a disabled account', () => {
    expect(loginFailure('cannot_connect').message).toBe(
      'Cannot connect to server. Please ensure you have an internet connection and try again.',
    )
    expect(loginFailure('invalid_credentials')).toEqual(loginMessages.failed)
    expect(loginFailure('account_disabled', 'Esta conta está desativada.').message).toBe(
      'Your account has been disabled. Please contact support.',
    )
  })

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
  it('has the specified texts for a failed registration', () => {
    expect(registrationMessages.failed).toEqual({
      title: 'Registration failed',
      message: 'Failed to create account. Please check your email and try again.',
    })
  })

  it('distinguishes the known registration errors', () => {
    expect(registrationFailure('cannot_connect').message).toBe(
      'Cannot connect to server. Please ensure you have an internet connection and try again.',
    )
    expect(registrationFailure('email_in_use').message).toBe(
      'This email is already registered. Please try signing in instead.',
    )
    expect(registrationFailure('invalid_email').message).toBe('Please enter a valid email address.')
    expect(registrationFailure('password_too_short').message).toBe('Password must be at least 6 characters long.')
  })

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

describe('screens around signing in', () => {
  it('ends a registration on Check Your Email with a link to sign in', () => {
    expect(checkYourEmail.title).toBe('Check Your Email')
    expect(checkYourEmail.message('ana@mail.example')).toContain('ana@mail.example')
    expect(checkYourEmail.signIn).toBe('Sign in')
  })

  it('explains an unreachable backend by the proxy or by the status', () => {
    expect(backendBanner.cannotConnect).toBe('Cannot connect to backend server. Check reverse proxy configuration.')
    expect(backendBanner.httpStatus(502, 'Bad Gateway')).toBe('HTTP 502: Bad Gateway')
    expect(backendBanner.retry).toBe('Retry')
  })
})
