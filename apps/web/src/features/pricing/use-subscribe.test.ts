import { planCard } from '@netbox/product'
import { expect, it } from 'vitest'
import { priceIdsOf } from './use-subscribe.ts'

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
