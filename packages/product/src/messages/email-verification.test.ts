import { describe, expect, it } from 'vitest'
import {
  monthlyLimitReached,
  verificationFailed,
  verificationLabels,
  verificationNotices,
} from './email-verification.ts'

describe('email verification texts', () => {
  it('refuses an empty list, a long list and other files with the specified texts', () => {
    expect(verificationNotices.no_emails).toEqual({
      title: 'No emails to verify',
      message: 'Please enter at least one email address.',
    })
    expect(verificationNotices.limit_exceeded).toEqual({
      title: 'Limit exceeded',
      message: 'Free users can verify up to 10 emails at once.',
    })
    expect(verificationNotices.invalid_file_type).toEqual({
      title: 'Invalid file type',
      message: 'Please upload a TXT or CSV file.',
    })
  })

  it('shows the message of the error that ended a verification', () => {
    expect(verificationFailed('The service is off.')).toEqual({
      title: 'Verification failed',
      message: 'The service is off.',
    })
  })

  it('has a text for an error without a message', () => {
    for (const error of [undefined, '', '  ']) {
      expect(verificationFailed(error).message).toBe('An error occurred during email verification.')
    }
  })

  it('names the controls of the screen', () => {
    expect(verificationLabels.heading).toBe('Enhanced Email Verification')
    expect(verificationLabels.verify).toBe('Verify Emails')
    expect(verificationLabels.exportCsv).toBe('Export CSV')
  })

  it('counts the remaining allowance and the repeated addresses', () => {
    expect(verificationLabels.remaining(2, 10)).toBe('2 of 10 left')
    expect(verificationLabels.duplicatesDropped(1)).toBe('1 repeated address was left out.')
    expect(verificationLabels.duplicatesDropped(3)).toBe('3 repeated addresses were left out.')
  })

  it('shows the rest of the monthly limit', () => {
    const told = (left: number) => monthlyLimitReached({ limit: 1_000_000, left })
    expect(told(0)).toBe(
      'Your plan has 1,000,000 verifications a month, of which none is left. It resets on the first of the next month at 00:00 UTC.',
    )
    expect(told(1)).toContain('of which 1 is left.')
    expect(told(12_345)).toContain('of which 12,345 are left.')
  })
})
