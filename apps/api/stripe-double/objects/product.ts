import type { Stripe } from 'stripe'
import type { World } from '../world.ts'
import type { Price, Product, Wire } from './types.ts'

/** Makes a product. */
export const makeProduct = (world: World, given: Partial<Product> & Pick<Product, 'name'>): Product => ({
  id: world.id('prod', 14),
  object: 'product',
  active: true,
  created: world.now(),
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: world.now(),
  url: null,
  ...given,
})

/** What a price is made of. */
export interface PriceTerms {
  readonly product: string
  readonly currency: string
  readonly amount: number
  /** Null for what is paid once. */
  readonly interval: 'day' | 'week' | 'month' | 'year' | null
  readonly intervalCount: number
}

/** Makes a price. */
export const makePrice = (
  world: World,
  { product, currency, amount, interval, intervalCount }: PriceTerms,
  given: Partial<Price> = {},
): Price => ({
  id: world.id('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: world.now(),
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product,
  recurring: interval && {
    interval,
    interval_count: intervalCount,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: interval === null ? 'one_time' : 'recurring',
  unit_amount: amount,
  unit_amount_decimal: String(amount),
  ...given,
})

/** Shows a price in the older form that items still carry. */
export const planOf = (price: Price): Wire<Stripe.Plan> => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
