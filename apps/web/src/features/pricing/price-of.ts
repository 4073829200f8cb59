import type { BillingInterval, PlanCard } from '@netbox/core'
import { pricingTexts } from '../../texts/pricing.ts'

/** A displayed price: the amount, its period, and a note. */
export interface ShownPrice {
  readonly amount: string
  readonly per: string
  readonly note: string
}

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`

/** Shows the price of a plan for an interval. */
export const priceOf = ({ price }: PlanCard, interval: BillingInterval): ShownPrice => {
  const amount = price[interval]
  if (amount === 0) return { amount: dollars(0), per: pricingTexts.forGood, note: pricingTexts.noCard }
  if (interval === 'monthly')
    return { amount: dollars(amount), per: pricingTexts.aMonth, note: pricingTexts.cancelAnytime }
  return { amount: dollars(amount), per: pricingTexts.aYear, note: pricingTexts.monthlyOf(dollars(amount / 12)) }
}
