import { type PlanId, plans } from '@netbox/core'

const rankOf = (plan: PlanId): number => plans.findIndex(({ id }) => id === plan)

/** Returns whether a plan includes another plan; each plan includes itself. */
export const holds = (plan: PlanId, other: PlanId): boolean => rankOf(plan) >= rankOf(other)
