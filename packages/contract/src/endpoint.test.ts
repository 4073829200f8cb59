import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Access, endpoint, errorsOf, isClosedToViewers, isWrite, rateLimitOf, statusOf } from './endpoint.ts'

const make = (access: Access, method: 'GET' | 'POST' = 'POST') =>
  endpoint({ id: 'x.y', method, path: '/x', access, response: v.object({}), errors: ['not_found'], summary: 'Tests' })

describe('errorsOf', () => {
  it('adds the errors of the access', () => {
    expect(errorsOf(make('anyone'))).toEqual([
      'not_found',
      'rate_limited',
      'internal_error',
      'busy',
      'database_unavailable',
    ])
    for (const access of ['bearer', 'session', 'enterprise', 'admin'] as const)
      expect(errorsOf(make(access))).toEqual(expect.arrayContaining(['unauthorized', 'upgrade_required']))
    expect(errorsOf(make('session'))).toContain('forbidden')
    expect(errorsOf(make('admin'))).toContain('forbidden')
    expect(errorsOf(make('refresh'))).toContain('session_not_found')
  })

  it('adds the errors of a body, a query and a scope', () => {
    expect(errorsOf({ ...make('anyone'), body: v.object({}) })).toEqual(
      expect.arrayContaining(['validation_failed', 'bad_request', 'payload_too_large', 'unsupported_media_type']),
    )
    const raw = errorsOf({ ...make('anyone'), body: v.string(), raw: true })
    expect(raw).toEqual(expect.arrayContaining(['payload_too_large', 'unsupported_media_type']))
    expect(raw).toEqual(expect.not.arrayContaining(['validation_failed', 'bad_request']))
    expect(errorsOf({ ...make('anyone'), query: v.object({}) })).toContain('validation_failed')
    expect(errorsOf({ ...make('anyone'), params: v.object({}) })).toContain('bad_request')
    expect(errorsOf({ ...make('bearer'), scope: 'tools:run' })).toContain('scope_missing')
    // An open endpoint with a scope checks a bearer token if it gets one.
    expect(errorsOf({ ...make('anyone'), scope: 'email:verify' })).toEqual(
      expect.arrayContaining(['unauthorized', 'upgrade_required', 'scope_missing']),
    )
  })

  it('lists every error once', () => {
    const errors = errorsOf({ ...make('session'), errors: ['unauthorized', 'rate_limited', 'read_only'] })
    expect(new Set(errors).size).toBe(errors.length)
  })
})

describe('rateLimitOf', () => {
  it('limits open endpoints, and others on request', () => {
    expect(rateLimitOf(make('anyone'))).toEqual({ points: 600, seconds: 60 })
    expect(rateLimitOf(make('refresh'))).toEqual({ points: 600, seconds: 60 })
    expect(rateLimitOf(make('bearer'))).toBeUndefined()
    const own = { points: 3, seconds: 60, shared: true as const }
    expect(rateLimitOf({ ...make('session'), rateLimit: own })).toBe(own)
    expect(rateLimitOf({ ...make('anyone'), rateLimit: false })).toBeUndefined()
  })
})

describe('isWrite', () => {
  it('is true for endpoints that change a user’s data', () => {
    expect(isWrite(make('session'))).toBe(true)
    expect(isWrite(make('admin'))).toBe(true)
    expect(isWrite(make('session', 'GET'))).toBe(false)
    expect(isWrite(make('anyone'))).toBe(false)
    expect(isWrite(make('refresh'))).toBe(false)
  })
})

describe('isClosedToViewers', () => {
  it('is true for endpoints that change data or are only for the user', () => {
    expect(isClosedToViewers(make('session'))).toBe(true)
    expect(isClosedToViewers(make('session', 'GET'))).toBe(false)
    const confidential = { ...make('session', 'GET'), confidential: true as const }
    expect(isClosedToViewers(confidential)).toBe(true)
    expect(errorsOf(confidential)).toContain('read_only')
  })

  it('is false for endpoints open to viewers, and read_only is no error of those or of admin endpoints', () => {
    const open = { ...make('session'), openToViewers: true as const }
    expect(isClosedToViewers(open)).toBe(false)
    expect(errorsOf(open)).not.toContain('read_only')
    expect(errorsOf(make('admin'))).not.toContain('read_only')
  })
})

describe('statusOf', () => {
  it('is 200 unless the endpoint says otherwise', () => {
    expect(statusOf(make('anyone'))).toBe(200)
    expect(statusOf({ ...make('anyone'), status: 201 })).toBe(201)
  })
})
