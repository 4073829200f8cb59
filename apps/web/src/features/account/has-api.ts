import type { PlanId } from '@netbox/core'

/** Returns whether a plan includes the API, and so API tokens. */
export const hasApi = (plan: PlanId): boolean => plan === 'enterprise'
