import { adminNotices } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { deedNotice, deedReason, hasLostAccess } from './deed-failure.ts'

const words = adminNotices.status_not_updated
const lastAdmin = { code: 'last_admin', message: 'This is the last active admin.' }
const nobody = { code: 'unauthorized', message: 'You are not signed in.' }

describe('a deed of an admin that failed', () => {
  it('is told in the words of the specification, with the reason of the service', () => {
    expect(deedNotice(lastAdmin, words).message).toBe('Failed to update user status')
    expect(deedReason(lastAdmin, words)).toBe('This is the last active admin.')
  })

  it('says that there is no session when there is none, and nothing twice', () => {
    expect(deedNotice(nobody, words).message).toBe('No active session')
    expect(deedReason(nobody, adminNotices.no_active_session)).toBe('')
    expect(deedReason({ code: 'x', message: words.message }, words)).toBe('')
  })

  it('looks again at who is signed in when the rights are gone', () => {
    expect([nobody, { code: 'forbidden', message: '' }, lastAdmin].map(hasLostAccess)).toEqual([true, true, false])
  })
})
