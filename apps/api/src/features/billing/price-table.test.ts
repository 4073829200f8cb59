import { expect, it } from 'vitest'
import { createPriceTable } from './price-table.ts'

const pro = { monthly: 'price_pro_month', annual: 'price_pro_year' }
const enterprise = { monthly: 'price_enterprise_month', annual: 'price_enterprise_year' }

it('finds the plan of each price, and none for any other', () => {
  const { planOf } = createPriceTable({ pro, enterprise })
  const found = [...Object.values(pro), ...Object.values(enterprise), 'price_of_somebody_else'].map(planOf)
  expect(found).toEqual(['pro', 'pro', 'enterprise', 'enterprise', undefined])
})

it('lacks nothing when both plans have both prices', () => {
  const { lacks } = createPriceTable({ pro, enterprise })
  expect(['Pro', 'Enterprise', 'Free', 'Platinum'].map(lacks)).toEqual([false, false, false, false])
})

it('lacks the plan of which one price is missing, and no other', () => {
  const { lacks } = createPriceTable({ pro, enterprise: { annual: 'price_enterprise_year' } })
  expect(['Pro', 'Enterprise', 'Free', 'Platinum'].map(lacks)).toEqual([false, true, false, false])
})

it('lacks every plan without a price', () => {
  const { lacks } = createPriceTable({})
  expect(['Pro', 'Enterprise', 'Free', 'Platinum'].map(lacks)).toEqual([true, true, true, true])
})
