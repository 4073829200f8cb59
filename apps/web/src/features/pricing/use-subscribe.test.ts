import { planCard } from '@netbox/product'
import { expect, it } from 'vitest'
import { priceIdsOf } from './use-subscribe.ts'

it('takes the price ids from the plans that cost something', () => {
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
