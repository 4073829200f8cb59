import { parsePlan, type PlanId } from '@netbox/core'
import type { PriceIds } from '@netbox/product'

/** Creates the table of the configured prices. Only this table determines the plan of a price. */
export const createPriceTable = (prices: PriceIds) => {
  const plans = ['pro', 'enterprise'] as const
  const idsOf = (plan: (typeof plans)[number]): readonly string[] =>
    [prices[plan]?.monthly, prices[plan]?.annual].filter((id) => id !== undefined)
  const table = new Map(plans.flatMap((plan) => idsOf(plan).map((id) => [id, plan] as const)))
  return {
    planOf: (priceId: string): Exclude<PlanId, 'free'> | undefined => table.get(priceId),
    /** Returns whether a plan with this name could be sold here if its prices were configured. */
    lacks: (planName: string): boolean => {
      const plan = parsePlan(planName)
      return table.size === 0 || (plan !== undefined && plan !== 'free' && idsOf(plan).length < 2)
    },
  }
}

export type PriceTable = ReturnType<typeof createPriceTable>
