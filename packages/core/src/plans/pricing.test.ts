import { describe, expect, it } from 'vitest'
import { plans } from './plans.ts'
import { pricing } from './pricing.ts'

const planCards = pricing.cards
const planCard = (plan: (typeof plans)[number]['id']) => {
  const [free, pro, enterprise] = planCards
  return { free, pro, enterprise }[plan]
}

const featuresOf = (plan: 'free' | 'pro' | 'enterprise') => planCard(plan).features.join('\n')

describe('the plan cards', () => {
  it('has one card for each plan, in order and under its name', () => {
    expect(planCards.map(({ id, name }) => ({ id, name }))).toEqual(plans.map(({ id, name }) => ({ id, name })))
    for (const plan of plans) expect(planCard(plan.id).id).toBe(plan.id)
  })

  it('has the prices of 0, 9 and 19 dollars a month and 0, 90 and 190 a year', () => {
    expect(planCards.map((card) => card.price.monthly)).toEqual([0, 9, 19])
    expect(planCards.map((card) => card.price.annual)).toEqual([0, 90, 190])
  })

  it('marks only pro as popular', () => {
    expect(planCards.filter((card) => card.popular).map((card) => card.id)).toEqual(['pro'])
  })

  it('lists for free 10 verifications a day, basic tools with captcha and 10 GB per account', () => {
    expect(featuresOf('free')).toMatch(/10 email verifications per day/)
    expect(featuresOf('free')).toMatch(/Basic tools with CAPTCHA/)
    expect(featuresOf('free')).toMatch(/10 GB migration per account/)
  })

  it('lists for pro 100,000 verifications a month, 20 migrations a day to the same account and no captcha', () => {
    expect(featuresOf('pro')).toMatch(/100,000 email verifications per month/)
    expect(featuresOf('pro')).toMatch(/20 migrations per day/)
    expect(featuresOf('pro')).toMatch(/No CAPTCHA/)
    expect(planCard('pro').limitations).toEqual(['Migration to the same account only'])
  })

  it('lists for enterprise a million verifications, 100 cross-account migrations, API, support and SLA', () => {
    const claims = [
      '1M+ email verifications per month',
      '100 migrations per day, cross-account',
      'API access',
      '24/7 support with SLA',
      'Account manager',
      '99.9% SLA',
    ]
    expect(planCard('enterprise').features).toEqual(claims)
    expect(planCard('enterprise').limitations).toEqual([])
  })

  it('describes each plan and its audience', () => {
    for (const card of planCards) {
      expect(card.description).toMatch(/\.$/)
      expect(card.audience).toMatch(/^For /)
    }
  })
})

describe('pricing', () => {
  it('labels the annual price Save 17% and the popular plan', () => {
    expect(pricing.annualBadge).toBe('Save 17%')
    expect(pricing.popularBadge).toBe('Most Popular')
    expect(pricing.intervals).toEqual(['monthly', 'annual'])
  })

  it('answers questions about cancelling, refunds and plan changes', () => {
    const answers = pricing.faq.map((entry) => entry.answer)
    expect(answers).toHaveLength(3)
    expect(answers[0]).toMatch(/access until the billing period ends/)
    expect(answers[1]).toMatch(/30 days/)
    expect(answers[2]).toMatch(/upgrade is immediate.*downgrade.*next billing cycle/)
    for (const { question } of pricing.faq) expect(question).toMatch(/\?$/)
  })

  it('has the limit texts of the dashboard', () => {
    expect(pricing.limitTexts.free).toEqual({ emails: '10 emails/day', migrations: '1 migration/day' })
    expect(pricing.limitTexts.pro).toEqual({ emails: '100K emails', migrations: '20/day' })
    expect(pricing.limitTexts.enterprise).toEqual({ emails: '1M+', migrations: '100/day' })
  })
})
