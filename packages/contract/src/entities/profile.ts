import * as v from 'valibot'
import { id, instant } from './fields.ts'
import { planId } from './user.ts'

/** The states of an account (spec §4). */
export const profileStatuses = ['active', 'disabled'] as const

/** The sort orders of the profile list. */
export const profileOrders = ['newest', 'oldest', 'email'] as const

/** The schema of a profile in the admin's list (spec §3). */
export const profile = v.object({
  id: id(),
  email: v.string(),
  status: v.picklist(profileStatuses),
  is_admin: v.boolean(),
  second_factor: v.boolean(),
  plan: planId(),
  plan_expires_at: v.nullable(instant()),
  created_at: instant(),
})

/** A profile in the admin's list. */
export type Profile = v.InferOutput<typeof profile>
