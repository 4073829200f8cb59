import type { PlanId } from '@netbox/core'

/** Returns whether a plan comes with the API, and so with tokens for it. */
export const hasApi = (plan: PlanId): boolean => plan === 'enterprise'
