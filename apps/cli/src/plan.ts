import type { PlanId } from '@netbox/core'

/** Tells which plan runs are counted against: the one place that a login will fill. */
export type PlanSource = () => PlanId

/** Without a login the plan is free. */
export const freePlan: PlanSource = () => 'free'
