import type { PlanInfo } from '@netbox/contract'
import { pricing } from '@netbox/core'
import type { PriceIds } from '@netbox/product'

/** Returns the plan cards with the configured price ids. */
export const plansWithPrices = (prices: PriceIds): PlanInfo[] =>
  pricing.cards.map(({ id, name, price, description, audience, popular, features, limitations }) => {
    const { monthly = null, annual = null } = id === 'free' ? {} : (prices[id] ?? {})
    return {
      id,
      name,
      price: { ...price },
      price_ids: { monthly, annual },
      description,
      audience,
      popular,
      features: [...features],
      limitations: [...limitations],
    }
  })
