import type { PriceIds } from '@netbox/product'
import { expect, it } from 'vitest'
import { createPriceTable } from './price-table.ts'

const pro = { monthly: 'price_pro_month', annual: 'price_pro_year' }
const enterprise = { monthly: 'price_enterprise_month', annual: 'price_enterprise_year' }

/** Returns the plans without prices. */
const lacking = (prices: PriceIds): readonly string[] => {
  const table = createPriceTable(prices)
  return ['Pro', 'Enterprise', 'Free', 'Platinum'].filter((name) => table.lacks(name))
}

it('finds the plan of each price, and none for any other', () => {
  const table = createPriceTable({ pro, enterprise })
  const ids = [...Object.values(pro), ...Object.values(enterprise), 'price_of_somebody_else']
  expect(ids.map((id) => table.planOf(id))).toEqual(['pro', 'pro', 'enterprise', 'enterprise', undefined])
})

it('reports nothing missing when both plans have both prices', () => {
  expect(lacking({ pro, enterprise })).toEqual([])
})

it('reports only the plan with a missing price', () => {
  expect(lacking({ pro, enterprise: { annual: 'price_enterprise_year' } })).toEqual(['Enterprise'])
})

it('reports every plan without a price', () => {
  expect(lacking({})).toEqual(['Pro', 'Enterprise', 'Free', 'Platinum'])
})
