import * as v from 'valibot'
import { instant } from './fields.ts'

/** Describes a subscription (spec §3, §7). A plan that an admin gave counts as subscribed. */
export const subscription = v.object({
  subscribed: v.boolean(),
  subscription_tier: v.nullable(v.string()),
  subscription_end: v.nullable(instant()),
})

/** The subscription that a user has, or that they have none. */
export type Subscription = v.InferOutput<typeof subscription>
