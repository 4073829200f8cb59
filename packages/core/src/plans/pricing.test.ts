import { describe, expect, it } from 'vitest'
import { plans } from './plans.ts'
import { annualSaving, priceIdFor, pricing, summaryCards } from './pricing.ts'

const mxRecord = { name: 'MX Record', dailyLimit: { free: 100, pro: 1000, enterprise: -1 } }

describe('pricing', () => {
  it('labels the annual price Save 17% and the popular plan', () => {
    expect(pricing.annualBadge).toBe('Save 17%')
    expect(pricing.popularBadge).toBe('Most Popular')
    expect(pricing.intervals).toEqual(['monthly', 'annual'])
  })

  it('answers what happens on cancelling, on regret and on a change of plan', () => {
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

describe('annualSaving', () => {
  it('comes out as the 17 per cent of the label for both paid plans', () => {
    expect(annualSaving('pro')).toBe(17)
    expect(annualSaving('enterprise')).toBe(17)
    expect(pricing.annualBadge).toContain(`${annualSaving('pro')}%`)
  })

  it('is nothing for the free plan', () => {
    expect(annualSaving('free')).toBe(0)
  })
})

describe('summaryCards', () => {
  it('compares the three plans on each of three cards', () => {
    const cards = summaryCards(mxRecord)
    expect(cards).toHaveLength(3)
    for (const card of cards) expect(card.lines.map((line) => line.plan)).toEqual(plans.map((plan) => plan.id))
  })

  it('takes the third card from the limits of the tool', () => {
    const [, , runs] = summaryCards(mxRecord)
    expect(runs.title).toBe('Runs of one tool, MX Record')
    expect(runs.lines).toEqual([
      { plan: 'free', text: '100 a day', amount: 100 },
      { plan: 'pro', text: '1,000 a day', amount: 1000 },
      { plan: 'enterprise', text: '∞ no limit', amount: null },
    ])
  })
})

describe('priceIdFor', () => {
  const ids = { pro: { monthly: 'price_pro_m', annual: ' ' }, enterprise: { annual: 'price_ent_a' } }

  it('finds the id of the plan and interval', () => {
    expect(priceIdFor('pro', 'monthly', ids)).toEqual({ priceId: 'price_pro_m' })
    expect(priceIdFor('enterprise', 'annual', ids)).toEqual({ priceId: 'price_ent_a' })
  })

  it('refuses a price that is blank or absent', () => {
    const refused = { code: 'price_not_configured' }
    expect(priceIdFor('pro', 'annual', ids)).toEqual(refused)
    expect(priceIdFor('enterprise', 'monthly', ids)).toEqual(refused)
    expect(priceIdFor('enterprise', 'monthly', {})).toEqual(refused)
  })
})
