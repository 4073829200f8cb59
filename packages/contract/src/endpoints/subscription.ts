import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fields, line } from '../entities/fields.ts'
import { plan, subscriptionStatus } from '../entities/subscription.ts'

const redirect = v.object({ url: v.pipe(v.string(), v.url()) })

/** The endpoints of plans and subscriptions. */
export const subscriptionEndpoints = [
  endpoint({
    id: 'plans.list',
    method: 'GET',
    path: '/plans',
    access: 'anyone',
    maxAge: 300,
    response: v.object({ plans: v.array(plan) }),
    errors: [],
    summary: 'Lists the plans with their price ids',
  }),
  endpoint({
    id: 'subscription.checkout',
    method: 'POST',
    path: '/subscription/create-checkout',
    access: 'session',
    feature: 'billing',
    body: fields({ priceId: line(255), planName: line(100) }),
    example: { priceId: 'price_pro_monthly', planName: 'Pro' },
    response: redirect,
    errors: [
      'price_unknown',
      'price_not_configured',
      'service_off',
      'billing_unavailable',
      'billing_failed',
      'rate_limited',
    ],
    summary: 'Starts the purchase of a plan',
  }),
  endpoint({
    id: 'subscription.portal',
    method: 'POST',
    path: '/subscription/customer-portal',
    access: 'session',
    feature: 'billing',
    response: redirect,
    errors: ['not_subscribed', 'service_off', 'billing_unavailable', 'billing_failed', 'rate_limited'],
    summary: 'Opens the page on which a subscription is managed',
  }),
  endpoint({
    id: 'subscription.status',
    method: 'GET',
    path: '/subscription/status',
    access: 'session',
    response: v.object({ data: subscriptionStatus }),
    errors: [],
    summary: 'Returns your subscription',
    description:
      '`subscription_renews` says whether the plan renews at `subscription_end`. A cancelled plan, or a plan that an admin granted, ends at that time. So does a plan whose last payment failed (`subscription_past_due`), unless you pay. `subscription_next_tier` is the lower plan that you have chosen for the time after `subscription_end`.',
  }),
  endpoint({
    id: 'subscription.webhook',
    method: 'POST',
    path: '/subscription/webhook',
    access: 'anyone',
    // A signature identifies the payment provider.
    rateLimit: false,
    body: v.string(),
    raw: true,
    response: v.object({ received: v.literal(true) }),
    errors: ['signature_invalid', 'billing_unavailable', 'billing_failed'],
    summary: 'Receives the events of the payment provider',
    description: 'Events are signed with the header `Stripe-Signature`. A repeated event has no further effect.',
  }),
] as const
