import { parsePlan, type PlanId } from '@netbox/core'
import type { PriceIds } from '@netbox/product'

/** Which plan a price stands for. Only the server's table decides that. */
export interface PriceTable {
  planOf(priceId: string): Exclude<PlanId, 'free'> | undefined
  /** Whether the plan of a name could be bought here if someone had named its prices. */
  lacks(planName: string): boolean
}

/** Makes the table of the configured prices. */
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
