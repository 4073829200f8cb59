import { describe, expect, it } from 'vitest'
import { subscription } from '../../test/billing/support/story.ts'
import type { ProviderSubscription } from './payment-provider.ts'
import { boughtPlan, countsMore, entitlements } from './entitlement.ts'
import { createPriceTable } from './price-table.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.parse('2026-11-20T12:00:00Z')
const END = NOW + 10 * DAY

const prices = createPriceTable({ pro: { monthly: 'price_pro' }, enterprise: { monthly: 'price_enterprise' } })

const entitled = (...given: readonly Partial<ProviderSubscription>[]) =>
  entitlements(
    given.map((each) => subscription({ periodStart: NOW - 20 * DAY, periodEnd: END, ...each })),
    prices,
  )
const accessUntil = (given: Partial<ProviderSubscription>) => entitled(given)[0]?.accessUntil

describe('a subscription', () => {
  it.each(['active', 'trialing'])('that is %s gives its plan for the period and three days more', (status) => {
    expect(accessUntil({ status })).toBe(END + 3 * DAY)
  })

  it('with a failed payment grants its plan for seven days from the invoice, or from the period without one', () => {
    expect(accessUntil({ status: 'past_due', invoicedAt: NOW - DAY })).toBe(NOW + 6 * DAY)
    expect(accessUntil({ status: 'past_due', invoicedAt: null })).toBe(NOW - 13 * DAY)
  })

  it.each(['active', 'trialing', 'past_due'])('that is %s and canceled gives its plan until it ends', (status) => {
    expect(accessUntil({ status, cancelAt: NOW + DAY, invoicedAt: NOW })).toBe(NOW + DAY)
    expect(accessUntil({ status, cancelAt: NOW + 99 * DAY, invoicedAt: NOW })).toBeLessThan(NOW + 99 * DAY)
  })

  it.each(['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused'])(
    'that is %s grants nothing',
    (status) => {
      expect(entitled({ status })).toMatchObject([{ plan: 'pro', accessUntil: null }])
    },
  )

  it('to an unknown price grants nothing', () => {
    expect(entitled({ priceId: 'price_of_somebody_else' })).toMatchObject([{ plan: null, accessUntil: null }])
  })
})

describe('the plan that is bought', () => {
  const [pro, enterprise] = [{ priceId: 'price_pro' }, { priceId: 'price_enterprise' }]

  it('is none without a subscription that grants one', () => {
    expect(boughtPlan(entitled(), NOW)).toBeUndefined()
    expect(boughtPlan(entitled({ status: 'canceled' }, { priceId: 'price_of_somebody_else' }), NOW)).toBeUndefined()
  })

  it('ends at its last moment', () => {
    const one = entitled({ cancelAt: END })
    expect(boughtPlan(one, END - 1)).toEqual({ plan: 'pro', until: END })
    expect(boughtPlan(one, END)).toBeUndefined()
  })

  it('is the highest, regardless of the end dates and the order', () => {
    const both = [pro, { ...enterprise, cancelAt: NOW + DAY }]
    for (const order of [both, both.toReversed()])
      expect(boughtPlan(entitled(...order), NOW)).toEqual({ plan: 'enterprise', until: NOW + DAY })
  })

  it('lasts as long as the longest subscription of its kind', () => {
    const both = [pro, { ...pro, cancelAt: NOW + DAY }]
    for (const order of [both, both.toReversed()])
      expect(boughtPlan(entitled(...order), NOW)).toEqual({ plan: 'pro', until: END + 3 * DAY })
  })

  it('takes precedence over a lower granted plan, and over an expired one', () => {
    const bought = { plan: 'pro', until: END } as const
    expect(countsMore(bought, { plan: 'free', until: null }, NOW)).toBe(true)
    expect(countsMore(bought, { plan: 'pro', until: null }, NOW)).toBe(false)
    expect(countsMore(bought, { plan: 'pro', until: NOW + 1 }, NOW)).toBe(false)
    expect(countsMore(bought, { plan: 'enterprise', until: NOW + 1 }, NOW)).toBe(false)
    expect(countsMore(bought, { plan: 'enterprise', until: NOW }, NOW)).toBe(true)
    expect(countsMore(undefined, { plan: 'enterprise', until: NOW }, NOW)).toBe(false)
  })
})
