import * as v from 'valibot'
import { planId } from './user.ts'

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
