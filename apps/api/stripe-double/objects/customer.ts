import type { World } from '../world.ts'
import type { Customer, PaymentMethod } from './types.ts'

/** Makes a customer. */
export const makeCustomer = (world: World, given: Partial<Customer>): Customer => ({
  id: world.id('cus', 14),
  object: 'customer',
  address: null,
  balance: 0,
  created: world.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: world.id('x', 8).slice(2).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...given,
})

/** A card of tests, and what becomes of payments with it. */
export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly token: string
  readonly outcome: 'pays' | 'declined' | 'declined-later'
  readonly note: string
}

/** Lists the cards that the double knows: numbers that the provider publishes for tests. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', token: 'pm_card_visa', outcome: 'pays', note: 'pays' },
  {
    number: '4000000000000341',
    brand: 'visa',
    token: 'pm_card_chargeCustomerFail',
    outcome: 'declined-later',
    note: 'pays once; every later payment fails',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    token: 'pm_card_chargeDeclined',
    outcome: 'declined',
    note: 'is declined',
  },
]

/** Finds the card of a stored payment method. */
export const cardOf = (method: PaymentMethod): TestCard | undefined =>
  testCards.find(({ number }) => number === method.metadata?.['number'])

/** Makes a stored card. Its number is a published one of tests, so it may stand in the metadata. */
export const makeCard = (world: World, customer: string | null, { number, brand }: TestCard): PaymentMethod => ({
  id: world.id('pm'),
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand,
    exp_month: 12,
    exp_year: 2040,
    fingerprint: 'AOB934RVNwzk6xtn',
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: world.now(customer),
  customer,
  customer_account: null,
  livemode: false,
  metadata: { number },
  type: 'card',
})
