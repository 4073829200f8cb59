import type { Database } from '../../db/database.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Routes } from '../../http/handler.ts'
import type { Billing, SubscriptionInfo } from './billing.ts'
import { readPlanEnd } from './repository.ts'

/** What the routes need. */
export interface BillingRoutesOptions {
  readonly database: Database
  /** Absent where no payment provider is configured: what needs one says so. */
  readonly billing: Billing | undefined
}

const notSubscribed: SubscriptionInfo = { subscribed: false, subscription_tier: null, subscription_end: null }

/** Makes the routes of subscriptions. A plan that an admin gave counts as a subscription. */
export const billingRoutes = ({ database, billing }: BillingRoutesOptions) => {
  const provider = (): Billing => {
    if (billing === undefined)
      throw new ApiError('billing_unavailable', { message: 'Payments are not set up on this server.' })
    return billing
  }
  return {
    'subscription.status': async ({ caller: { user } }) => {
      if (user.plan === 'free') return { data: notSubscribed }
      const end = await readPlanEnd(database.queries, user.id)
      const subscription_end = end === null ? null : new Date(end).toISOString()
      return { data: { subscribed: true, subscription_tier: user.plan, subscription_end } }
    },
    'subscription.checkout': async ({ caller, body: { priceId, planName } }) => ({
      url: await provider().checkout(caller.user, { priceId, planName }),
    }),
    'subscription.portal': async ({ caller }) => ({ url: await provider().portal(caller.user) }),
    'subscription.webhook': async ({ body, header }) => {
      await provider().receive(body, header('Stripe-Signature'))
      return { received: true }
    },
  } satisfies Routes
}
