import type { World } from '../world.ts'
import { planOf } from './product.ts'
import type { Customer, Item, Price, Schedule, Subscription } from './types.ts'

/** The time that is paid at once, in epoch seconds. */
export interface Period {
  readonly start: number
  readonly end: number
}

const makeItem = (world: World, subscription: string, price: Price, quantity: number, period: Period): Item => ({
  id: world.id('si', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: period.start,
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
})

/** Makes a subscription whose first invoice is not paid yet. */
export const makeSubscription = (
  world: World,
  customer: Customer,
  { price, quantity, period }: { readonly price: Price; readonly quantity: number; readonly period: Period },
  given: Partial<Subscription>,
): Subscription => {
  const id = world.id('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: period.start,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [makeItem(world, id, price, quantity, period)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: period.start,
    status: 'incomplete',
    test_clock: typeof customer.test_clock === 'string' ? customer.test_clock : null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...given,
  }
}

/** Returns the one item of a subscription: the double sells one thing at a time. */
export const itemOf = (subscription: Subscription): Item => {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`${subscription.id} has no item`)
  return item
}

type Phase = Schedule['phases'][number]

const makePhase = (price: Price, quantity: number, { start, end }: Period): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: price.currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    { billing_thresholds: null, discounts: [], metadata: {}, plan: price.id, price: price.id, quantity, tax_rates: [] },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
})

/** Makes the schedule of a change that comes with the next period. */
export const makeSchedule = (
  world: World,
  subscription: Subscription,
  next: { readonly price: Price; readonly quantity: number; readonly end: number },
): Schedule => {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription)
  return {
    id: world.id('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'classic' },
    canceled_at: null,
    completed_at: null,
    created: world.now(subscription.customer),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      makePhase(price, quantity, { start, end }),
      makePhase(next.price, next.quantity, { start: end, end: next.end }),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  }
}
