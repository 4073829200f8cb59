import * as v from 'valibot'
import { instant } from './fields.ts'

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
