import { findTool, plans, pricing } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { annualSaving, enforcedLimits, planCard, summaryCards } from './plan-cards.ts'

const mxRecord = { name: 'MX Record', dailyLimit: { free: 100, pro: 1000, enterprise: -1 } }

describe('planCard', () => {
  it('finds the card of each plan', () => {
    for (const { id } of plans) expect(planCard(id).id).toBe(id)
  })
})

describe('enforcedLimits', () => {
  it('has the limit of each feature whose number differs, under the words of the card', () => {
    const limits = findTool('email-migration')?.limits ?? { free: -2, pro: -2, enterprise: -2 }
    const enforced = plans.flatMap(({ id }) => Object.entries(enforcedLimits(id, limits[id])))
    expect(enforced).toEqual([
      ['10 email verifications per day', 'Limit: 10 in each run'],
      ['10 GB migration per account', 'Limit: 0 a day'],
      ['20 migrations per day', 'Limit: 10 a day'],
      ['1M+ email verifications per month', 'Limit: 1,000,000 a month'],
      ['100 migrations per day, cross-account', 'Limit: 50 a day'],
    ])
    for (const { id } of plans)
      expect(planCard(id).features).toEqual(expect.arrayContaining(Object.keys(enforcedLimits(id, 0))))
  })
})

describe('annualSaving', () => {
  it('rounds to the 17 per cent of the label for both paid plans', () => {
    expect(annualSaving('pro')).toBe(17)
    expect(annualSaving('enterprise')).toBe(17)
    expect(pricing.annualBadge).toContain(`${annualSaving('pro')}%`)
  })

  it('is zero for the free plan', () => {
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
