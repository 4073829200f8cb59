import { cardOf } from '../objects/customer.ts'
import { makeInvoicePayment } from '../objects/invoice.ts'
import { makeCharge, makePaymentIntent } from '../objects/payment.ts'
import type { Invoice, PaymentMethod, Subscription } from '../objects/types.ts'
import type { World } from '../world.ts'

const DAY = 24 * 60 * 60
/** After how many days a payment that failed is tried again, each time. */
const RETRIES = [3, 2, 2] as const

/** Finds the card that a subscription is paid with. */
export const cardFor = ({ tables }: World, subscription: Subscription): PaymentMethod | undefined => {
  const ofCustomer = tables.customers[subscription.customer]?.invoice_settings.default_payment_method
  const id = subscription.default_payment_method ?? ofCustomer
  return typeof id === 'string' ? tables.paymentMethods[id] : undefined
}

/** Returns whether a payment with a card goes well. Some cards are good for the first payment alone. */
export const wouldPay = (card: PaymentMethod | undefined, isFirst: boolean): boolean => {
  const outcome = card && cardOf(card)?.outcome
  return outcome === 'pays' || (outcome === 'declined-later' && isFirst)
}

const attempt = (world: World, invoice: Invoice, card: PaymentMethod, isPaid: boolean): void => {
  const { tables } = world
  const known = Object.values(tables.invoicePayments).find((payment) => payment.invoice === invoice.id)
  const intentId = known?.payment.payment_intent
  const intent = (typeof intentId === 'string' && tables.paymentIntents[intentId]) || makePaymentIntent(world, invoice)
  tables.paymentIntents[intent.id] = intent
  const payment = known ?? makeInvoicePayment(world, invoice, intent.id)
  tables.invoicePayments[payment.id] = payment
  const charge = makeCharge(world, intent, card, isPaid)
  tables.charges[charge.id] = charge
  intent.latest_charge = charge.id
  intent.payment_method = isPaid ? card.id : null
  intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
  intent.amount_received = isPaid ? intent.amount : 0
  world.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge)
  world.emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
  if (!isPaid) return
  payment.status = 'paid'
  payment.amount_paid = invoice.amount_due
  payment.status_transitions.paid_at = world.now(invoice.customer)
  world.emit('invoice_payment.paid', payment)
}

const settle = (world: World, invoice: Invoice): void => {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = world.now(invoice.customer)
  world.emit('invoice.paid', invoice)
  world.emit('invoice.payment_succeeded', invoice)
}

/** Tries to pay an invoice with the subscription's card, and tells whether that went well. */
export const pay = (world: World, subscription: Subscription, invoice: Invoice, isFirst = false): boolean => {
  const card = cardFor(world, subscription)
  const isPaid = invoice.amount_due === 0 || wouldPay(card, isFirst)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (invoice.amount_due > 0 && card !== undefined) attempt(world, invoice, card, isPaid)
  if (isPaid) {
    settle(world, invoice)
    return true
  }
  const days = RETRIES[invoice.attempt_count - 1]
  invoice.next_payment_attempt = days === undefined ? null : world.now(invoice.customer) + days * DAY
  world.emit('invoice.payment_failed', invoice)
  return false
}
