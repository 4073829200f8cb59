import { planCard } from '@netbox/product'
import { expect, it } from 'vitest'
import { priceOf } from './plan-sheet.tsx'
import { summaryScale } from './pricing.tsx'
import { priceIdsOf } from './use-subscribe.ts'

const line = (amount: number | null) => ({ plan: 'free', text: '', amount }) as const

it('draws ten times as much one step longer, and no limit another step longer', () => {
  const [ten = 0, hundred = 0, endless = 0] = summaryScale([line(10), line(100), line(null)])
  expect(hundred - ten).toBe(ten)
  expect(endless - hundred).toBe(ten)
})

it('never draws nothing, nor more than the available space', () => {
  expect(summaryScale([line(1), line(20), line(100)])[0]).toBeGreaterThan(0)
  expect(Math.max(...summaryScale([line(300), line(100_000), line(null)]))).toBeLessThanOrEqual(120)
})

it('shows an annual price with its price per month', () => {
  expect(priceOf(planCard('pro'), 'annual')).toEqual({ amount: '$90', per: 'a year', note: '$7.50 a month' })
  expect(priceOf(planCard('enterprise'), 'annual').note).toBe('$15.83 a month')
  expect(priceOf(planCard('pro'), 'monthly')).toMatchObject({ amount: '$9', per: 'a month' })
  expect(priceOf(planCard('free'), 'annual')).toEqual({ amount: '$0', per: 'for good', note: 'no card' })
})

it('selects the price ids of the paid plans', () => {
  const plan = (id: 'free' | 'pro', monthly: string | null) => ({
    ...planCard(id),
    id,
    price: { ...planCard(id).price },
    features: [],
    limitations: [],
    price_ids: { monthly, annual: null },
  })
  expect(priceIdsOf({ plans: [plan('free', 'price_0'), plan('pro', 'price_1')] })).toEqual({
    pro: { monthly: 'price_1', annual: undefined },
  })
})
