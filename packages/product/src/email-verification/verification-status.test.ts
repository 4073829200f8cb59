import { describe, expect, it } from 'vitest'
import { statusAppearance, verificationStatuses } from './verification-status.ts'

describe('statusAppearance', () => {
  it('knows six statuses, none of them neutral', () => {
    expect(verificationStatuses).toEqual(['valid', 'invalid', 'unconfirmed', 'suspicious', 'catch-all', 'unreachable'])
    for (const status of verificationStatuses) expect(statusAppearance(status).tone).not.toBe('neutral')
  })

  it('marks a valid address as passed and an invalid one as critical', () => {
    expect(statusAppearance('valid')).toEqual({ label: 'Valid', tone: 'pass' })
    expect(statusAppearance('invalid')).toEqual({ label: 'Invalid', tone: 'critical' })
  })

  it('gives any other status a neutral tone under its own name', () => {
    for (const status of ['queued', '', 'toString', 'Valid']) {
      expect(statusAppearance(status)).toEqual({ label: status, tone: 'neutral' })
    }
  })
})
