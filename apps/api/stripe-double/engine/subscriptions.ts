import { type LineTerms, makeInvoice, subscriptionOf } from '../objects/invoice.ts'
import { planOf } from '../objects/product.ts'
import { itemOf, makeSchedule, makeSubscription } from '../objects/subscription.ts'
import type { Customer, Invoice, PaymentMethod, Price, Subscription } from '../objects/types.ts'
import type { World } from '../world.ts'
import { refuse } from '../wire/refusal.ts'
import { periodEnd } from './calendar.ts'
import { cardFor, pay, wouldPay } from './pay.ts'

const updated = (world: World, subscription: Subscription, before: object = {}): void =>
  world.emit('customer.subscription.updated', subscription, before)

const customerOf = ({ tables }: World, subscription: Subscription): Customer => {
  const customer = tables.customers[subscription.customer]
  if (customer === undefined) throw new Error(`${subscription.id} has no customer`)
  return customer
}

const bill = (world: World, subscription: Subscription, reason: string, lines: readonly LineTerms[]): Invoice => {
  const invoice = makeInvoice(world, customerOf(world, subscription), subscription, { reason, lines })
  world.tables.invoices[invoice.id] = invoice
  subscription.latest_invoice = invoice.id
  world.emit('invoice.created', invoice)
  world.emit('invoice.finalized', invoice)
  return invoice
}

const wholePeriod = (subscription: Subscription): LineTerms => {
  const { price, quantity = 1, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const amount = (price.unit_amount ?? 0) * quantity
  return { price, amount, description: `${quantity} × ${price.id}`, period: { start, end }, isProration: false }
}

/** Begins a subscription with a card that pays. */
export const subscribe = (
  world: World,
  customer: Customer,
  order: { readonly price: Price; readonly quantity: number; readonly card: PaymentMethod },
  metadata: Record<string, string>,
): Subscription => {
  const { price, quantity, card } = order
  const start = world.now(customer.id)
  const period = { start, end: periodEnd(price, start, start) }
  const given = { metadata, default_payment_method: card.id }
  const subscription = makeSubscription(world, customer, { price, quantity, period }, given)
  world.tables.subscriptions[subscription.id] = subscription
  customer.currency ??= price.currency
  world.emit('customer.subscription.created', subscription)
  const invoice = bill(world, subscription, 'subscription_create', [wholePeriod(subscription)])
  if (pay(world, subscription, invoice, true)) subscription.status = 'active'
  updated(world, subscription, { status: 'incomplete' })
  return subscription
}

/** Ends a subscription now. */
export const end = (world: World, subscription: Subscription, reason: string): void => {
  const now = world.now(subscription.customer)
  subscription.status = 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  const schedule = world.tables.schedules[subscription.schedule ?? '']
  if (schedule !== undefined) schedule.status = 'canceled'
  for (const invoice of Object.values(world.tables.invoices))
    if (subscriptionOf(invoice) === subscription.id) invoice.next_payment_attempt = null
  world.emit('customer.subscription.deleted', subscription)
}

/** Lets a subscription end with its period, or takes that back. */
export const endWithPeriod = (world: World, subscription: Subscription, isEnding: boolean): void => {
  const { cancel_at_period_end: was } = subscription
  subscription.cancel_at_period_end = isEnding
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = isEnding ? world.now(subscription.customer) : null
  updated(world, subscription, { cancel_at_period_end: was })
}

const setPrice = (subscription: Subscription, price: Price): void => {
  const item = itemOf(subscription)
  item.price = price
  item.plan = planOf(price)
}

/** What is given back and asked for the rest of the period. A new interval begins a new period. */
const prorationOf = (subscription: Subscription, price: Price, now: number): readonly LineTerms[] => {
  const { price: old, quantity = 1, current_period_start: start, current_period_end: finish } = itemOf(subscription)
  const part = Math.max(0, finish - now) / (finish - start)
  const isSame = old.recurring?.interval === price.recurring?.interval
  const rest = { start: now, end: isSame ? finish : periodEnd(price, now, now) }
  const back = -Math.round((old.unit_amount ?? 0) * quantity * part)
  const more = Math.round((price.unit_amount ?? 0) * quantity * (isSame ? part : 1))
  return [
    { price: old, amount: back, description: `Unused time on ${old.id}`, period: rest, isProration: true },
    { price, amount: more, description: `Remaining time on ${price.id}`, period: rest, isProration: isSame },
  ]
}

/** Changes the price at once, with what that costs for the rest of the period. A card that does not pay changes nothing. */
export const changeNow = (world: World, subscription: Subscription, price: Price, isBilled = true): void => {
  const now = world.now(subscription.customer)
  if (isBilled && !wouldPay(cardFor(world, subscription), false))
    throw refuse(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
  const lines = prorationOf(subscription, price, now)
  const item = itemOf(subscription)
  if (item.price.recurring?.interval !== price.recurring?.interval) {
    item.current_period_start = now
    item.current_period_end = periodEnd(price, now, now)
    subscription.billing_cycle_anchor = now
  }
  const before = { items: { data: [{ price: { id: item.price.id } }] } }
  setPrice(subscription, price)
  if (isBilled) pay(world, subscription, bill(world, subscription, 'subscription_update', lines))
  updated(world, subscription, before)
}

/** Changes the price with the next period. */
export const changeLater = (world: World, subscription: Subscription, price: Price): void => {
  const { quantity = 1, current_period_end: finish } = itemOf(subscription)
  const next = { price, quantity, end: periodEnd(price, finish, finish) }
  const schedule = makeSchedule(world, subscription, next)
  world.tables.schedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  world.emit('subscription_schedule.created', schedule)
  updated(world, subscription, { schedule: null })
}

/** Takes a change back that waits for the next period. */
export const releaseSchedule = (world: World, subscription: Subscription): void => {
  const schedule = world.tables.schedules[subscription.schedule ?? '']
  if (schedule === undefined) return
  schedule.status = 'released'
  schedule.released_at = world.now(subscription.customer)
  schedule.released_subscription = subscription.id
  schedule.subscription = null
  const before = { schedule: schedule.id }
  subscription.schedule = null
  world.emit('subscription_schedule.released', schedule)
  updated(world, subscription, before)
}

const applySchedule = (world: World, subscription: Subscription): void => {
  const schedule = world.tables.schedules[subscription.schedule ?? '']
  const next = schedule?.phases[1]?.items[0]?.price
  const price = typeof next === 'string' ? world.tables.prices[next] : undefined
  if (schedule === undefined || price === undefined) return
  setPrice(subscription, price)
  subscription.schedule = null
  subscription.billing_cycle_anchor = world.now(subscription.customer)
  schedule.status = 'completed'
  schedule.completed_at = world.now(subscription.customer)
  world.emit('subscription_schedule.completed', schedule)
}

/** Begins the next period: the change that waited for it, its invoice and the payment. */
export const renew = (world: World, subscription: Subscription): void => {
  applySchedule(world, subscription)
  const item = itemOf(subscription)
  const before = { current_period_end: item.current_period_end, status: subscription.status }
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(item.price, item.current_period_start, subscription.billing_cycle_anchor)
  const invoice = bill(world, subscription, 'subscription_cycle', [wholePeriod(subscription)])
  updated(world, subscription, before)
  if (pay(world, subscription, invoice)) return
  subscription.status = 'past_due'
  updated(world, subscription, { status: 'active' })
}

/** Tries again to pay an open invoice. After the last failure the subscription ends. */
export const retry = (world: World, subscription: Subscription, invoice: Invoice): boolean => {
  const isPaid = pay(world, subscription, invoice)
  if (isPaid && subscription.status === 'past_due') {
    subscription.status = 'active'
    updated(world, subscription, { status: 'past_due' })
  }
  if (!isPaid && invoice.next_payment_attempt === null) end(world, subscription, 'payment_failed')
  return isPaid
}
