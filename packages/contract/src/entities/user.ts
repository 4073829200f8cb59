import * as v from 'valibot'
import { id, instant } from './fields.ts'
import { plans, type PlanId } from '@netbox/core'

const [free, pro, enterprise] = plans

/** Returns the schema of a plan's id: `free`, `pro` or `enterprise`. */
export const planId = () => v.picklist([free.id, pro.id, enterprise.id] as const satisfies readonly PlanId[])

/**
 * The schema of a user in the responses of the API (spec §3).
 *
 * @example
 * import { is } from 'valibot'
 * is(user, { id: 'u1', email: 'ana@mail.example', plan: 'pro', is_admin: false }) // => true
 * is(user, { id: 'u1', email: 'ana@mail.example', plan: 'gold', is_admin: false }) // => false
 */
export const user = v.object({ id: id(), email: v.string(), plan: planId(), is_admin: v.boolean() })

/** A user in the responses of the API. */
export type User = v.InferOutput<typeof user>

/** A user as a client stores it: the API's fields, and locally set ones (spec §3). */
export interface HeldUser extends User {
  /** The end of the plan, ISO 8601; null if it has no end, absent if unknown. */
  readonly planExpiry?: string | null
}

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
