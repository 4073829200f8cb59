import { describe, expect, it } from 'vitest'
import { authServiceMessages, retryableStatuses, weakPasswordMessage } from './auth-service.ts'

describe('auth service texts', () => {
  it('has a text for each error of the account service', () => {
    expect(Object.keys(authServiceMessages).toSorted()).toEqual([
      'invalid_credentials',
      'invalid_jwt',
      'retryable_fetch',
      'session_missing',
      'session_not_found',
      'weak_password',
    ])
  })

  it('gives the reasons for which a password is too weak', () => {
    expect(weakPasswordMessage(['length', 'pwned'])).toBe(
      'This password is too weak. Make it longer. It is known from a data leak. Choose another one.',
    )
    expect(weakPasswordMessage([])).toBe('This password is too weak.')
  })

  it('calls a fetch retryable only after 502, 503 and 504', () => {
    expect(retryableStatuses).toEqual([502, 503, 504])
  })
})
