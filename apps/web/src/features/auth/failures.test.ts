import { describe, expect, it } from 'vitest'
import { blameFor, loginNotice, registrationNotice } from './form-rules.ts'

const cannotConnect = 'Cannot connect to server. Please ensure you have an internet connection and try again.'

describe('a failed sign-in', () => {
  it.each([
    ['invalid_credentials', 'Invalid email or password. Please check your credentials and try again.'],
    ['account_disabled', 'Your account has been disabled. Please contact support.'],
    ['cannot_connect', cannotConnect],
  ])('%s has its own message', (code, message) => {
    expect(loginNotice({ code, message: 'raw' })).toEqual({ title: 'Login failed', message })
  })

  it('otherwise shows the service’s message, or a fallback', () => {
    expect(loginNotice({ code: 'rate_limited', message: 'Too many requests.' }).message).toBe('Too many requests.')
    expect(loginNotice({ code: 'odd', message: '' }).message).toBe(
      'An unexpected error occurred during login. Please try again.',
    )
  })
})

describe('a failed registration', () => {
  it.each([
    ['email_in_use', 'This email is already registered. Please try signing in instead.', 'email'],
    ['invalid_email', 'Please enter a valid email address.', 'email'],
    ['password_too_short', 'Password must be at least 6 characters long.', 'password'],
    ['cannot_connect', cannotConnect, undefined],
  ])('%s has its own message and names a field', (code, message, field) => {
    expect(registrationNotice({ code, message: 'raw' })).toEqual({ title: 'Registration failed', message })
    const blame = blameFor({ code, message: 'raw' }, 'alert')
    expect(['email', 'password', 'code'].filter((name) => blame(name) === 'alert')).toEqual(
      field === undefined ? [] : [field],
    )
  })

  it('reports that no account was created, without the raw cause, when the service refuses the input', () => {
    const refused = { code: 'validation_failed', message: 'Must have at most 320 characters.', status: 400 }
    expect(registrationNotice(refused)).toEqual({
      title: 'Registration failed',
      message: 'Failed to create account. Please check your email and try again.',
    })
    const long = { code: 'password_too_long', message: 'This password is too long.', status: 400 }
    expect(registrationNotice(long).message).toBe('This password is too long.')
    const off = { code: 'service_off', message: 'New accounts are switched off at the moment.', status: 403 }
    expect(registrationNotice(off).message).toBe(off.message)
  })

  it('otherwise reports the failure, without the raw cause', () => {
    expect(registrationNotice({ code: 'rate_limited', message: 'Too many requests.', status: 429 }).message).toBe(
      'An unexpected error occurred during registration. Please try again.',
    )
  })

  it('uses no field from the prototype', () => {
    expect(blameFor({ code: 'constructor', message: '' }, 'alert')('email')).toBeUndefined()
  })
})
