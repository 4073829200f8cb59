import { describe, expect, it } from 'vitest'
import { monthlyLimitReached, verificationFailed, verificationLabels } from './email-verification.ts'

describe('email verification texts', () => {
  it('has a text for an error without a message', () => {
    for (const error of [undefined, '', '  ']) {
      expect(verificationFailed(error).message).toBe('An error occurred during email verification.')
    }
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
