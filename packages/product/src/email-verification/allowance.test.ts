import { describe, expect, it } from 'vitest'
import {
  checkUpload,
  checkVerification,
  FREE_VERIFICATION_LIMIT,
  MONTHLY_VERIFICATIONS,
  remainingAllowance,
} from './allowance.ts'

const list = (length: number) => Array.from({ length }, (_, index) => `user${index}@mail.example`)
const limited = [
  { plan: 'free', signedIn: true },
  { plan: 'free', signedIn: false },
  { plan: 'pro', signedIn: false },
] as const
const unlimited = [
  { plan: 'pro', signedIn: true },
  { plan: 'enterprise', signedIn: true },
] as const

describe('checkVerification', () => {
  it('refuses an empty list whatever the plan', () => {
    for (const who of [...limited, ...unlimited]) {
      expect(checkVerification({ emails: [], ...who })).toEqual({
        allowed: false,
        code: 'no_emails',
        title: 'No emails to verify',
        message: 'Please enter at least one email address.',
      })
    }
  })

  it('lets free and anonymous users verify 10 addresses at once, not 11', () => {
    expect(FREE_VERIFICATION_LIMIT).toBe(10)
    for (const who of limited) {
      expect(checkVerification({ emails: list(10), ...who })).toEqual({ allowed: true })
      expect(checkVerification({ emails: list(11), ...who })).toEqual({
        allowed: false,
        code: 'limit_exceeded',
        title: 'Limit exceeded',
        message: 'Free users can verify up to 10 emails at once.',
      })
    }
  })

  it('sets paid users no limit', () => {
    for (const who of unlimited) expect(checkVerification({ emails: list(5000), ...who })).toEqual({ allowed: true })
  })
})

describe('remainingAllowance', () => {
  it('counts down from 10 and stops at 0', () => {
    for (const who of limited) {
      expect([0, 8, 10, 25].map((count) => remainingAllowance(count, who))).toEqual([10, 2, 0, 0])
    }
  })

  it('is unlimited for paid users', () => {
    for (const who of unlimited) expect(remainingAllowance(25, who)).toBe(-1)
  })
})

describe('checkUpload', () => {
  it('accepts text and CSV files from paid users', () => {
    for (const type of ['text/plain', 'text/csv', 'TEXT/CSV', 'text/plain; charset=utf-8']) {
      expect(checkUpload({ type, plan: 'pro' })).toEqual({ allowed: true })
      expect(checkUpload({ type, plan: 'enterprise' })).toEqual({ allowed: true })
    }
  })

  it('refuses every other type of file', () => {
    for (const type of ['', 'application/pdf', 'text/html', 'application/vnd.ms-excel', 'text/csvx']) {
      expect(checkUpload({ type, plan: 'pro' })).toEqual({
        allowed: false,
        code: 'invalid_file_type',
        title: 'Invalid file type',
        message: 'Please upload a TXT or CSV file.',
      })
    }
  })

  it('accepts no file on the free plan', () => {
    expect(checkUpload({ type: 'text/csv', plan: 'free' })).toMatchObject({ allowed: false, code: 'upgrade_required' })
  })
})

describe('MONTHLY_VERIFICATIONS', () => {
  it('limits the paid plans, but not the free plan, which has a limit for each run', () => {
    expect(MONTHLY_VERIFICATIONS).toEqual({ free: -1, pro: 100_000, enterprise: 1_000_000 })
  })
})
