import { plans, type PlanId } from '@netbox/core'
import * as v from 'valibot'
import { id } from './fields.ts'

const [free, pro, enterprise] = plans

/** Makes the schema of a plan's id: `free`, `pro` or `enterprise`. */
export const planId = () => v.picklist([free.id, pro.id, enterprise.id] as const satisfies readonly PlanId[])

/**
 * Describes a user as clients hold it (spec §3).
 *
 * @example
 * import { is } from 'valibot'
 * is(user, { id: 'u1', email: 'ana@mail.example', plan: 'pro', is_admin: false }) // => true
 * is(user, { id: 'u1', email: 'ana@mail.example', plan: 'gold', is_admin: false }) // => false
 */
export const user = v.object({ id: id(), email: v.string(), plan: planId(), is_admin: v.boolean() })

/** A user as clients hold it. */
export type User = v.InferOutput<typeof user>

/** A user as a client holds them: what the API tells, and what is set locally (spec §3). */
export interface HeldUser extends User {
  /** When the plan ends, ISO 8601; null when it has no end, absent while that is not known. */
  readonly planExpiry?: string | null
}
