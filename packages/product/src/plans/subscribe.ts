import { type BillingInterval, parsePlan, planName, type PlanId } from '@netbox/core'
import { subscribeNotices, type SubscribeRefusalCode } from '../messages/pricing.ts'

/** The payment provider's price id of each paid plan and interval. They are configuration; any may be absent. */
export type PriceIds = {
  readonly [plan in Exclude<PlanId, 'free'>]?: { readonly [interval in BillingInterval]?: string | undefined }
}

/**
 * Finds the price id of a paid plan.
 *
 * @returns the id, or why it is missing. Source: spec §5.
 * @example
 * priceIdFor('pro', 'annual', { pro: { annual: 'price_1' } }) // => { priceId: 'price_1' }
 * priceIdFor('pro', 'monthly', {}) // => { code: 'price_not_configured' }
 */
export function priceIdFor(
  plan: Exclude<PlanId, 'free'>,
  interval: BillingInterval,
  ids: PriceIds,
): { readonly priceId: string } | { readonly code: 'price_not_configured' } {
  const priceId = ids[plan]?.[interval]?.trim()
  return priceId ? { priceId } : { code: 'price_not_configured' }
}

/** A request to subscribe to a plan. `session` is null for visitors who are not signed in. */
export type SubscribeRequest = {
  readonly plan: string
  readonly interval: BillingInterval
  readonly session: object | null | undefined
  readonly ids: PriceIds
}

/** The outcome of a subscribe request: the checkout's data, or the reason for the refusal. */
export type SubscribeDecision =
  | { readonly allowed: true; readonly plan: PlanId; readonly planName: string; readonly priceId: string }
  | {
      readonly allowed: false
      readonly code: SubscribeRefusalCode
      readonly title: string
      readonly message: string
    }

/**
 * Decides whether a checkout may start. Refuses, in this order, the free plan, a missing session, an unknown plan and a price that is not
 * configured. Source: spec §5, pricing subscribe.
 *
 * @example
 * import { checkSubscribe } from '@netbox/product'
 * checkSubscribe({ plan: 'pro', interval: 'annual', session: null, ids: {} }).allowed // => false
 */
export function checkSubscribe({ plan, interval, session, ids }: SubscribeRequest): SubscribeDecision {
  const id = parsePlan(plan)
  if (id === 'free') return refuse('already_on_free_plan')
  if (!session) return refuse('authentication_required')
  if (id === undefined) return refuse('invalid_plan')
  const price = priceIdFor(id, interval, ids)
  if ('code' in price) return refuse(price.code)
  return { allowed: true, plan: id, planName: planName(id), priceId: price.priceId }
}

function refuse(code: SubscribeRefusalCode): SubscribeDecision {
  return { allowed: false, code, ...subscribeNotices[code] }
}
