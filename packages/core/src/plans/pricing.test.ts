import { describe, expect, it } from 'vitest'
import { groupDigits } from './allowances.ts'
import { pricing } from './pricing.ts'

describe('the texts of the plans', () => {
  it('claim on the cards what the specification says, to the letter', () => {
    expect(pricing.cards.map(({ features }) => features)).toEqual([
      [
        'Basic tools with CAPTCHA',
        '10 email verifications per day',
        '10 GB migration per account',
        'Seeds, scenarios, share links',
      ],
      [
        'All tools, including DNS Diagnostic',
        '100,000 email verifications per month',
        '20 migrations per day',
        'TXT and CSV upload',
        'No CAPTCHA',
      ],
      [
        '1M+ email verifications per month',
        '100 migrations per day, cross-account',
        'API access',
        '24/7 support with SLA',
        'Account manager',
        '99.9% SLA',
      ],
    ])
  })

  it('have on the dashboard the short form of the specification, to the letter', () => {
    expect(pricing.limitTexts).toEqual({
      free: { emails: '10 emails/day', migrations: '1 migration/day' },
      pro: { emails: '100K emails', migrations: '20/day' },
      enterprise: { emails: '1M+', migrations: '100/day' },
    })
  })
})

describe('groupDigits', () => {
  it('separates thousands', () => {
    expect([0, 999, 1000, 1_000_000].map(groupDigits)).toEqual(['0', '999', '1,000', '1,000,000'])
  })
})
