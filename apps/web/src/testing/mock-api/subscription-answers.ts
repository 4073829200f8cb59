import { pricing } from '@netbox/core'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'

const priceIds = (plan: string) => ({ monthly: `price_${plan}_monthly`, annual: `price_${plan}_annual` })
const none = { monthly: null, annual: null }

/** Mocks the endpoints of plans and subscriptions. The payment provider's two pages don't exist; only their addresses are returned. */
export const subscriptionAnswers: MockAnswers = {
  'plans.list': () => ({
    plans: pricing.cards.map((card) => ({
      ...card,
      features: [...card.features],
      limitations: [...card.limitations],
      price_ids: card.id === 'free' ? none : priceIds(card.id),
    })),
  }),
  'subscription.checkout': () => ({ url: 'https://pay.example/checkout' }),
  'subscription.portal': (call) => {
    if (!callerOf(call).subscription.subscribed) throw new MockRefusal('not_subscribed')
    return { url: 'https://pay.example/portal' }
  },
}
