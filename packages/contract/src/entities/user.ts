import { plans, type PlanId } from '@netbox/core'
import * as v from 'valibot'
import { id } from './fields.ts'

const [free, pro, enterprise] = plans

/** Describes a plan's id. */
export const planId = () => v.picklist([free.id, pro.id, enterprise.id] as const satisfies readonly PlanId[])

/** Describes a user as clients hold it (spec §3). */
export const user = v.object({ id: id(), email: v.string(), plan: planId(), is_admin: v.boolean() })

/** Is a user as clients hold it. */
export type User = v.InferOutput<typeof user>
