import { planCard } from '@netbox/product'
import { expect, it } from 'vitest'
import { priceOf } from './plan-sheet.tsx'

it('shows an annual price with its price per month', () => {
  expect(priceOf(planCard('pro'), 'annual')).toEqual({ amount: '$90', per: 'a year', note: '$7.50 a month' })
  expect(priceOf(planCard('enterprise'), 'annual').note).toBe('$15.83 a month')
  expect(priceOf(planCard('pro'), 'monthly')).toMatchObject({ amount: '$9', per: 'a month' })
  expect(priceOf(planCard('free'), 'annual')).toEqual({ amount: '$0', per: 'for good', note: 'no card' })
})
