import { ToolError } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { AccountError } from '../../accounts/account-error.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { ApiError } from '../../api-error.ts'
import { asApiError, errorBody } from './answer-errors.ts'

describe('asApiError', () => {
  it('reveals nothing about unexpected errors', () => {
    const error = asApiError(new Error('secret password in a driver message'))
    expect([error.code, error.status]).toEqual(['internal_error', 500])
    expect(JSON.stringify(errorBody(error, 'id'))).not.toContain('secret')
  })

  it('asks the client to retry when the database is unreachable', () => {
    const error = asApiError(new DatabaseUnavailable('gone'))
    expect([error.code, error.status, error.retryAfter]).toEqual(['database_unavailable', 503, 2])
  })

  it.each(['EMFILE', 'ENFILE'])('asks the client to retry when too many files are open (%s)', (code) => {
    const error = asApiError(Object.assign(new Error('too many open files'), { code, syscall: 'open' }))
    expect([error.code, error.status, error.retryAfter]).toEqual(['busy', 503, 1])
  })

  it('keeps the texts of core and the codes of the account core', () => {
    const refusal = {
      code: 'upgrade_required',
      title: 'Upgrade required',
      message: 'This tool requires more.',
    } as const
    expect(asApiError(new ToolError(refusal))).toMatchObject({ status: 403, message: refusal.message })
    expect(asApiError(new AccountError('rate_limited', { retryAfter: 7 }))).toMatchObject({
      status: 429,
      retryAfter: 7,
    })
    const own = new ApiError('not_found')
    expect(asApiError(own)).toBe(own)
  })

  it('treats a failure of a tool as an internal error', () => {
    const failure = { code: 'failed', title: 'Execution failed', message: 'An error occurred.' } as const
    expect(asApiError(new ToolError(failure)).code).toBe('internal_error')
  })
})
