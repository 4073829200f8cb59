import type { PlanId } from '@netbox/core'

/** Says whether a plan comes with the API, and so with tokens for it. */
export const hasApi = (plan: PlanId): boolean => plan === 'enterprise'
