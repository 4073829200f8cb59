import { errorCodes } from '@netbox/core'
import { serverMessages } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { apiErrors, isApiErrorCode } from './api-errors.ts'

describe('apiErrors', () => {
  it('has an entry for every code of a tool run', () => {
    expect(errorCodes.filter((code) => !isApiErrorCode(code))).toEqual([])
  })

  it('contain the five server messages of the specification in Portuguese, under the codes that clients translate', () => {
    for (const [code, { portuguese }] of Object.entries(serverMessages))
      expect(apiErrors).toHaveProperty([code, 'message'], portuguese)
  })

  it('maps refusals and failures to the specified statuses', () => {
    expect(apiErrors.input_required.status).toBe(400)
    expect(apiErrors.upgrade_required.status).toBe(403)
    expect(apiErrors.not_available.status).toBe(403)
    expect(apiErrors.not_implemented.status).toBe(404)
    expect(apiErrors.daily_limit_reached.status).toBe(429)
    expect(apiErrors.unauthorized.status).toBe(401)
    expect(apiErrors.service_off.status).toBe(403)
  })

  it('never answers a database failure with a status on which clients drop their session', () => {
    for (const code of ['database_unavailable', 'busy', 'internal_error'] as const)
      expect(apiErrors[code].status).toBeGreaterThanOrEqual(500)
  })

  it('has an error status, a stable code and a plain sentence for each', () => {
    for (const [code, { status, message }] of Object.entries(apiErrors)) {
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(status, code).toBeLessThan(600)
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(message, code).toMatch(/^\p{Lu}.*\.$/u)
      expect(message, code).not.toContain('!')
    }
  })

  it('recognizes only its own codes', () => {
    expect(isApiErrorCode('not_found')).toBe(true)
    expect(isApiErrorCode('toString')).toBe(false)
    expect(isApiErrorCode('__proto__')).toBe(false)
  })
})
