import * as v from 'valibot'
import { count, instant } from './fields.ts'
import { planId } from './user.ts'

/** The schema of a subscription (spec §3, §7). A plan that an admin granted counts as subscribed. */
export const subscription = v.object({
  subscribed: v.boolean(),
  subscription_tier: v.nullable(v.string()),
  subscription_end: v.nullable(instant()),
})

/** The schema of a subscription with its future: whether and as which plan it continues at `subscription_end`. */
export const subscriptionStatus = v.object({
  ...subscription.entries,
  subscription_renews: v.boolean(),
  /** Whether the last payment failed. Unless the user pays, the plan ends at `subscription_end`. */
  subscription_past_due: v.boolean(),
  /** The lower plan that the user has chosen for the time after `subscription_end`. */
  subscription_next_tier: v.nullable(v.string()),
})

/** The subscription of a user, or none. */
export type Subscription = v.InferOutput<typeof subscription>

/** The schema of a plan card with the payment provider's price ids, null if not configured (spec §3). */
export const plan = v.object({
  id: planId(),
  name: v.string(),
  price: v.object({ monthly: v.number(), annual: v.number() }),
  price_ids: v.object({ monthly: v.nullable(v.string()), annual: v.nullable(v.string()) }),
  description: v.string(),
  audience: v.string(),
  popular: v.boolean(),
  features: v.array(v.string()),
  limitations: v.array(v.string()),
})

/** A plan card with its price ids. */
export type PlanInfo = v.InferOutput<typeof plan>

/** The schema of a tool's daily limit, and of the runs that count against it: -1 is unlimited. */
export const usage = v.object({ dailyUsed: count(), dailyLimit: v.number(), remaining: v.number() })

/** The schema of today's use of one tool: -1 is unlimited; `reset` is the time when the count starts again. */
export const toolUsage = v.object({
  tool: v.string(),
  used: count(),
  limit: v.number(),
  remaining: v.number(),
  reset: instant(),
})

/** The schema of the verifications of a calendar month (UTC): -1 is unlimited, as on the free plan, whose limit is for each run. */
export const monthlyVerifications = v.object({
  used: count(),
  limit: v.number(),
  remaining: v.number(),
  reset: instant(),
})

/** Today's use of one tool. */
export type ToolUsage = v.InferOutput<typeof toolUsage>
