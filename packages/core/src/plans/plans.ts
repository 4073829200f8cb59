/** The three plans, cheapest first. A plan with a higher rank includes everything in the lower plans. Source: spec §1. */
export const plans = [
  { id: 'free', name: 'Free', rank: 0 },
  { id: 'pro', name: 'Pro', rank: 1 },
  { id: 'enterprise', name: 'Enterprise', rank: 2 },
] as const

/** One of the three plans. */
export type Plan = (typeof plans)[number]

/** The id of a plan: `'free'`, `'pro'` or `'enterprise'`. */
export type PlanId = Plan['id']

/**
 * Returns the display name of a plan.
 *
 * @example
 * import { planName } from '@netbox/core'
 * planName('pro') // => 'Pro'
 */
export function planName(id: PlanId): string {
  const [free, pro, enterprise] = plans
  return { free, pro, enterprise }[id].name
}

/**
 * Parses a plan id, ignoring case and surrounding spaces.
 *
 * @returns the id, or `undefined` if the text is not a plan.
 * @example
 * import { parsePlan } from '@netbox/core'
 * parsePlan(' PRO ') // => 'pro'
 * parsePlan('gold') // => undefined
 */
export function parsePlan(text: string): PlanId | undefined {
  const wanted = text.trim().toLowerCase()
  return plans.find((plan) => plan.id === wanted)?.id
}

/**
 * Returns the plan of a subscription: pro and enterprise tiers, ignoring case, and free for everything else and for everyone without a
 * subscription. Source: spec §4.
 *
 * @example
 * import { planFromTier } from '@netbox/core'
 * planFromTier('Enterprise', true) // => 'enterprise'
 * planFromTier('Enterprise', false) // => 'free'
 * planFromTier(null, true) // => 'free'
 */
export function planFromTier(tier: string | null | undefined, subscribed: boolean): PlanId {
  if (!subscribed) return 'free'
  return parsePlan(tier ?? '') ?? 'free'
}
