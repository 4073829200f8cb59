import * as v from 'valibot'
import { instant } from './fields.ts'

/** The schema of a subscription (spec §3, §7). A plan that an admin granted counts as subscribed. */
export const subscription = v.object({
  subscribed: v.boolean(),
  subscription_tier: v.nullable(v.string()),
  subscription_end: v.nullable(instant()),
})

/** The schema of a subscription with `subscription_renews`: whether the plan renews at `subscription_end`. */
export const subscriptionStatus = v.object({ ...subscription.entries, subscription_renews: v.boolean() })

/** The subscription of a user, or none. */
export type Subscription = v.InferOutput<typeof subscription>
