import { ToolError } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../database/database.ts'
import { asRefusal, errorBody } from './answer-errors.ts'
import { contractError, Refusal } from '../../refusal.ts'

describe('asRefusal', () => {
  it('reveals nothing about unexpected errors', () => {
    const error = asRefusal(new Error('secret password in a driver message'))
    expect([error.code, contractError(error).status]).toEqual(['internal_error', 500])
    expect(JSON.stringify(errorBody(error, 'id'))).not.toContain('secret')
  })

  it('asks the client to retry when the database is unreachable', () => {
    const error = asRefusal(new DatabaseUnavailable('gone'))
    expect([error.code, contractError(error).status, error.retryAfter]).toEqual(['database_unavailable', 503, 2])
  })

  it.each(['EMFILE', 'ENFILE'])('asks the client to retry when too many files are open (%s)', (code) => {
    const error = asRefusal(Object.assign(new Error('too many open files'), { code, syscall: 'open' }))
    expect([error.code, contractError(error).status, error.retryAfter]).toEqual(['busy', 503, 1])
  })

  it('keeps the texts of core, and refusals as they are', () => {
    const refusal = {
      code: 'upgrade_required',
      title: 'Upgrade required',
      message: 'This tool requires more.',
    } as const
    expect(contractError(asRefusal(new ToolError(refusal)))).toMatchObject({ status: 403, message: refusal.message })
    const own = new Refusal('not_found')
    expect(asRefusal(own)).toBe(own)
  })

  it('treats a failure of a tool as an internal error', () => {
    const failure = { code: 'failed', title: 'Execution failed', message: 'An error occurred.' } as const
    expect(asRefusal(new ToolError(failure)).code).toBe('internal_error')
  })
})
