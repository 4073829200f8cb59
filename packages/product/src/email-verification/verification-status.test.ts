import { describe, expect, it } from 'vitest'
import { statusLook, verificationStatuses } from './verification-status.ts'

describe('statusLook', () => {
  it('knows six statuses, none of them neutral', () => {
    expect(verificationStatuses).toEqual(['valid', 'invalid', 'unconfirmed', 'suspicious', 'catch-all', 'unreachable'])
    for (const status of verificationStatuses) expect(statusLook(status).tone).not.toBe('neutral')
  })

  it('marks a valid address as passed and an invalid one as critical', () => {
    expect(statusLook('valid')).toEqual({ label: 'Valid', tone: 'pass' })
    expect(statusLook('invalid')).toEqual({ label: 'Invalid', tone: 'critical' })
  })

  it('gives any other status a neutral look under its own name', () => {
    for (const status of ['queued', '', 'toString', 'Valid']) {
      expect(statusLook(status)).toEqual({ label: status, tone: 'neutral' })
    }
  })
})
