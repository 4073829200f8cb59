import type { Notice } from './notices.ts'

/** The refusals of a subscription. Source: spec §5, §8. */
export const subscribeNotices = {
  already_on_free_plan: { title: 'Already on free plan', message: 'The free plan needs no subscription.' },
  authentication_required: {
    title: 'Authentication required',
    message: 'Please log in to subscribe to a plan.',
  },
  invalid_plan: { title: 'Error', message: 'Invalid plan selected.' },
  price_not_configured: { title: 'Error', message: 'Price ID not configured for this plan.' },
} as const satisfies Record<string, Notice>

/** The code of a refused subscription. */
export type SubscribeRefusalCode = keyof typeof subscribeNotices

/** The fixed texts of the plan page. Source: spec §2, §9. */
export const pricingLabels = {
  monthly: 'Monthly',
  annual: 'Annual',
  subscribing: 'Loading...',
  subscribe: (planName: string) => `Subscribe to ${planName}`,
} as const

/** Returns the notice that no checkout could be started: with the error's message, or with the specified text. Source: spec §8. */
export function checkoutFailed(error = ''): Notice {
  return { title: 'Error', message: error.trim() || 'Failed to create checkout session' }
}
