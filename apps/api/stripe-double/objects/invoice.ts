import type { World } from '../world.ts'
import type { Period } from './subscription.ts'
import { itemOf } from './subscription.ts'
import type { Customer, Invoice, InvoicePayment, Price, Subscription } from './types.ts'

/** One line of an invoice. */
export interface LineTerms {
  readonly price: Price
  readonly amount: number
  readonly description: string
  readonly period: Period
  readonly isProration: boolean
}

type Line = Invoice['lines']['data'][number]

const makeLine = (world: World, invoice: string, subscription: Subscription, terms: LineTerms): Line => {
  const { price, amount, description, period, isProration } = terms
  return {
    id: world.id('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
      },
      type: 'subscription_item_details',
    },
    period: { start: period.start, end: period.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** Makes an open invoice of a subscription. */
export const makeInvoice = (
  world: World,
  customer: Customer,
  subscription: Subscription,
  { reason, lines }: { readonly reason: string; readonly lines: readonly LineTerms[] },
): Invoice => {
  const id = world.id('in')
  const created = world.now(customer.id)
  const data = lines.map((line) => makeLine(world, id, subscription, line))
  const total = Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  )
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'netbox (double)',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  }
}

/** Makes what links an invoice and its payment. */
export const makeInvoicePayment = (world: World, invoice: Invoice, paymentIntent: string): InvoicePayment => ({
  id: world.id('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: world.now(invoice.customer),
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: paymentIntent, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** Names the subscription that an invoice is of. */
export const subscriptionOf = ({ parent }: Invoice): string | undefined => {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : undefined
}
