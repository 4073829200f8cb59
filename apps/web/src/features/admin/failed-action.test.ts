import { adminNotices } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { failureNotice, failureReason, hasLostAccess } from './failed-action.ts'

const words = adminNotices.status_not_updated
const lastAdmin = { code: 'last_admin', message: 'This is the last active admin.' }
const nobody = { code: 'unauthorized', message: 'You are not signed in.' }

describe('a failed action of an admin', () => {
  it('is reported with the specified text and the reason of the service', () => {
    expect(failureNotice(lastAdmin, words).message).toBe('Failed to update user status')
    expect(failureReason(lastAdmin, words)).toBe('This is the last active admin.')
  })

  it('reports a missing session, and says nothing twice', () => {
    expect(failureNotice(nobody, words).message).toBe('No active session')
    expect(failureReason(nobody, adminNotices.no_active_session)).toBe('')
    expect(failureReason({ code: 'x', message: words.message }, words)).toBe('')
  })

  it('means that the session has changed if the role is gone', () => {
    expect([nobody, { code: 'forbidden', message: '' }, lastAdmin].map(hasLostAccess)).toEqual([true, true, false])
  })
})
