import { parsePlan, type PlanId } from '@netbox/core'
import type { PriceIds } from '@netbox/product'

/** The plan of each price. Only the server's table determines it. */
export interface PriceTable {
  planOf(priceId: string): Exclude<PlanId, 'free'> | undefined
  /** Returns whether a plan with this name could be sold here if its prices were configured. */
  lacks(planName: string): boolean
}

/** Creates the table of the configured prices. */
export const createPriceTable = (prices: PriceIds): PriceTable => {
  const plans = ['pro', 'enterprise'] as const
  const idsOf = (plan: (typeof plans)[number]): readonly string[] =>
    [prices[plan]?.monthly, prices[plan]?.annual].filter((id) => id !== undefined)
  const table = new Map(plans.flatMap((plan) => idsOf(plan).map((id) => [id, plan] as const)))
  return {
    planOf: (priceId) => table.get(priceId),
    lacks: (planName) => {
      const plan = parsePlan(planName)
      return table.size === 0 || (plan !== undefined && plan !== 'free' && idsOf(plan).length < 2)
    },
  }
}
