import { ApiClientError } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { accountNotice, failureOf } from './requests.ts'

const cannotConnect = 'Cannot connect to server. Please ensure you have an internet connection and try again.'

describe('why a request failed', () => {
  it('is the message of the API', () => {
    const error = new ApiClientError('Invalid email or password', { code: 'invalid_credentials', status: 401 })
    expect(failureOf(error)).toEqual({ code: 'invalid_credentials', message: 'Invalid email or password', status: 401 })
  })

  it('is an unreachable server, when a part of the site could not be fetched', () => {
    expect(failureOf(new TypeError('Failed to fetch dynamically imported module'))).toEqual({
      code: 'cannot_connect',
      message: '',
    })
    expect(failureOf('?').code).toBe('cannot_connect')
  })
})

describe('another failure', () => {
  it('shows the service’s message, or that it is unreachable', () => {
    expect(accountNotice('No')({ code: 'token_invalid', message: 'This link is wrong.' })).toEqual({
      title: 'No',
      message: 'This link is wrong.',
    })
    expect(accountNotice('No')({ code: 'cannot_connect', message: 'Cannot connect to API at /x.' }).message).toBe(
      cannotConnect,
    )
  })
})
