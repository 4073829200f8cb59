import { type PlanId, plans } from '@netbox/core'
import { DAY } from '../clock.ts'
import type { BillingSubscriptionTable } from '../schema.ts'
import type { ProviderSubscription } from './payment-provider.ts'
import type { PriceTable } from './price-table.ts'

/** The time that a plan continues after its period if no event arrives: the provider retries events for three days. */
const SLACK = 3 * DAY
/** The time that a plan continues after a failed payment; the provider retries the payment in that time. */
const GRACE = 7 * DAY

/** A subscription and its plan. */
export interface Entitled {
  readonly subscription: ProviderSubscription
  /** The plan of its price; null for a price that is not one of netbox's. */
  readonly plan: PlanId | null
  /** The end of that plan, in epoch ms; null if the subscription grants no plan. */
  readonly accessUntil: number | null
  /** The plan that replaces it at the end of the period; null without a planned change. */
  readonly nextPlan: PlanId | null
}

/** A plan and its end. */
export interface PlanUntil {
  readonly plan: PlanId
  /** Epoch ms; null if it has no end. */
  readonly until: number | null
}

/** A bought plan, which always ends. */
export interface BoughtPlan extends PlanUntil {
  readonly until: number
}

const accessUntil = ({ status, periodStart, periodEnd, cancelAt, invoicedAt }: ProviderSubscription): number | null => {
  const end = cancelAt ?? Number.POSITIVE_INFINITY
  if (status === 'active' || status === 'trialing') return Math.min(end, periodEnd + SLACK)
  if (status === 'past_due') return Math.min(end, (invoicedAt ?? periodStart) + GRACE)
  return null
}

/** Returns the plan of each subscription, from the provider's current data only. */
export const entitlements = (
  subscriptions: readonly ProviderSubscription[],
  prices: Pick<PriceTable, 'planOf'>,
): readonly Entitled[] =>
  subscriptions.map((subscription) => {
    const plan = prices.planOf(subscription.priceId) ?? null
    const next = subscription.nextPriceId === null ? undefined : prices.planOf(subscription.nextPriceId)
    const nextPlan = next === undefined || next === plan ? null : next
    return { subscription, plan, accessUntil: plan === null ? null : accessUntil(subscription), nextPlan }
  })

/**
 * Returns the subscription with the plan that the database still grants for it, if it is paid with a price that no setting names: the
 * settings may be wrong. Undefined if the rule does not apply.
 */
export const withKeptPlan = (
  entitled: Entitled,
  stored: Pick<BillingSubscriptionTable, 'plan' | 'access_until'> | undefined,
  now: number,
): Entitled | undefined => {
  const until = accessUntil(entitled.subscription)
  const plan = (stored?.access_until ?? 0) > now ? (stored?.plan ?? null) : null
  return entitled.plan === null && until !== null && plan !== null
    ? { ...entitled, plan, accessUntil: until }
    : undefined
}

const rankOf = (id: PlanId): number => plans.find((plan) => plan.id === id)?.rank ?? 0

const isBetter = (one: BoughtPlan, other: BoughtPlan): boolean =>
  rankOf(one.plan) === rankOf(other.plan) ? one.until > other.until : rankOf(one.plan) > rankOf(other.plan)

/** Returns the best active bought plan: of several subscriptions, the highest. Undefined without one. */
export const boughtPlan = (entitled: readonly Entitled[], now: number): BoughtPlan | undefined => {
  let best: BoughtPlan | undefined
  for (const { plan, accessUntil: until } of entitled) {
    if (plan === null || until === null || until <= now) continue
    const found = { plan, until }
    if (best === undefined || isBetter(found, best)) best = found
  }
  return best
}

/** Returns whether a bought plan applies instead of the user's other plan. If both plans are equal, the other plan stays. */
export const countsMore = (bought: BoughtPlan | undefined, given: PlanUntil, now: number): bought is BoughtPlan => {
  if (bought === undefined) return false
  const isOver = given.until !== null && given.until <= now
  return isOver || rankOf(bought.plan) > rankOf(given.plan)
}
