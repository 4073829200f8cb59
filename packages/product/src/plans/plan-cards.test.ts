import { plans, pricing } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { annualSaving, planCard, planClaims, summaryCards } from './plan-cards.ts'

const mxRecord = { name: 'MX Record', dailyLimit: { free: 100, pro: 1000, enterprise: -1 } }

describe('planCard', () => {
  it('finds the card of each plan', () => {
    for (const { id } of plans) expect(planCard(id).id).toBe(id)
  })
})

describe('planClaims', () => {
  it('have the limit that is enforced, if the claim has another number', () => {
    const claims = plans.flatMap(({ id }) => planClaims(id))
    expect(claims.map(({ text }) => text)).toEqual(pricing.cards.flatMap(({ features }) => features))
    expect(claims.flatMap(({ text, limit }) => (limit === undefined ? [] : [[text, limit]]))).toEqual([
      ['10 email verifications per day', 'Limit: 10 in each run'],
      ['10 GB migration per account', 'Limit: 0 a day'],
      ['20 migrations per day', 'Limit: 10 a day'],
      ['1M+ email verifications per month', 'Limit: 1,000,000 a month'],
      ['100 migrations per day, cross-account', 'Limit: 50 a day'],
    ])
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

  it('has the promised allowances on the first two', () => {
    const [emails, migrations] = summaryCards(mxRecord)
    expect([emails, migrations].map(({ lines }) => lines.map(({ text, amount }) => [text, amount]))).toEqual([
      [
        ['10 a day', 300],
        ['100,000 a month', 100_000],
        ['1M+ a month', null],
      ],
      [
        ['10 GB per account', 1],
        ['20 a day, same account', 20],
        ['100 a day, cross-account', 100],
      ],
    ])
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
