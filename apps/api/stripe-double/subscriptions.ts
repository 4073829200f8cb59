import { named, refuse } from './requests.ts'
import type { Charge, Customer, Invoice, Price, Session, Store, Subscription } from './store.ts'

// Test cards, as docs/billing.md lists them.
const PAYS = '4242424242424242'
const PAYS_ONCE = '4000000000000341'

/** The time in seconds after which a subscription with a failed payment ends. */
const WEEK = 7 * 24 * 60 * 60

const declined = () => refuse(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })

/** Returns the item of a subscription. */
export const itemOf = (subscription: Subscription) => subscription.items.data[0]

/** Returns a customer's subscriptions that have not ended. */
export const livingOf = ({ tables }: Store, customer: string): readonly Subscription[] =>
  Object.values(tables.subscriptions).filter((row) => row.customer === customer && row.status !== 'canceled')

/** Returns the end of the billing period that begins at a given time. */
const periodEnd = ({ recurring: { interval } }: Price, start: number): number => {
  const from = new Date(start * 1000)
  const months = interval === 'year' ? 12 : 1
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  // In a shorter month, the period ends on the last day.
  from.setUTCMonth(from.getUTCMonth() + months, Math.min(from.getUTCDate(), last))
  return Math.floor(from.getTime() / 1000)
}

const updated = (store: Store, subscription: Subscription): void =>
  store.emit('customer.subscription.updated', subscription)

const pay = (store: Store, invoice: Invoice, isFirst: boolean): boolean => {
  const card = store.tables.customers[invoice.customer]?.card
  const isPaid = card === PAYS || (card === PAYS_ONCE && isFirst)
  if (isPaid) {
    invoice.status = 'paid'
    const { customer, amount, payment_intent } = invoice
    const row = store.row('ch', 'charge')
    store.tables.charges[row.id] = { ...row, customer, amount, payment_intent, refunded: false }
  }
  store.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  return isPaid
}

const bill = (store: Store, subscription: Subscription, amount: number, isFirst = false, proration = false) => {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  const invoice: Invoice = {
    ...store.row('in', 'invoice'),
    customer: subscription.customer,
    amount,
    payment_intent: store.row('pi', 'payment_intent').id,
    lines: { data: [{ period: { start, end }, parent: { subscription_item_details: { proration } } }] },
    parent: { subscription_details: { subscription: subscription.id } },
    status: 'open',
  }
  store.tables.invoices[invoice.id] = invoice
  subscription.latest_invoice = invoice.id
  return pay(store, invoice, isFirst)
}

const takeCard = (customer: Customer, typed: string): void => {
  const number = typed.replaceAll(/\s/g, '')
  if (number !== PAYS && number !== PAYS_ONCE) throw declined()
  customer.card = number
}

/** Pays a checkout page: subscribes the customer to its price, and bills the first period. */
export const payCheckout = (store: Store, session: Session, card: string): void => {
  const { customers, prices, subscriptions } = store.tables
  if (session.status !== 'open') throw refuse(400, { message: 'This page is no longer open.' })
  const [customer, price] = [named(customers, session.customer), named(prices, session.price)]
  takeCard(customer, card)
  const start = store.now()
  const period = { current_period_start: start, current_period_end: periodEnd(price, start) }
  const subscription: Subscription = {
    ...store.row('sub', 'subscription'),
    customer: customer.id,
    items: { data: [{ id: store.row('si', 'subscription_item').id, price, ...period }] },
    metadata: session.metadata,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    latest_invoice: '',
    schedule: null,
  }
  subscriptions[subscription.id] = subscription
  bill(store, subscription, price.unit_amount, true)
  store.emit('customer.subscription.created', subscription)
  store.emit('checkout.session.completed', Object.assign(session, { status: 'complete', url: null }))
}

/** Closes a checkout page. */
export const expire = (session: Session) => Object.assign(session, { status: 'expired', url: null })

/** Ends a subscription now. */
export const end = (store: Store, subscription: Subscription): void => {
  subscription.status = 'canceled'
  store.emit('customer.subscription.deleted', subscription)
}

/** Schedules a subscription to end with its period, or cancels the scheduled end. */
export const endWithPeriod = (store: Store, subscription: Subscription, isEnding: boolean): void => {
  subscription.cancel_at_period_end = isEnding
  subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null
  updated(store, subscription)
}

/** Returns whether a change takes effect only with the next period: a change to a cheaper price, or from yearly to monthly billing. */
export const isLater = (from: Price, to: Price): boolean =>
  to.unit_amount < from.unit_amount || (from.recurring.interval === 'year' && to.recurring.interval === 'month')

/** Changes the price: to a higher one now, for the difference until the period ends; to another with the next period. */
export const changePrice = (store: Store, subscription: Subscription, price: Price): void => {
  const item = itemOf(subscription)
  if (isLater(item.price, price)) {
    subscription.schedule = store.row('sub_sched', 'subscription_schedule').id
    subscription.next_price = price.id
    return updated(store, subscription)
  }
  if (store.tables.customers[subscription.customer]?.card !== PAYS) throw declined()
  const { price: old, current_period_start: start, current_period_end: finish } = item
  const rest = Math.max(0, finish - store.now()) / (finish - start)
  const isSame = old.recurring.interval === price.recurring.interval
  if (!isSame) {
    item.current_period_start = store.now()
    item.current_period_end = periodEnd(price, store.now())
  }
  item.price = price
  const amount = Math.round(price.unit_amount * (isSame ? rest : 1) - old.unit_amount * rest)
  bill(store, subscription, amount, false, isSame)
  updated(store, subscription)
}

const renew = (store: Store, subscription: Subscription): void => {
  const item = itemOf(subscription)
  if (subscription.schedule !== null) item.price = named(store.tables.prices, subscription.next_price ?? '')
  subscription.schedule = null
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(item.price, item.current_period_start)
  if (!bill(store, subscription, item.price.unit_amount)) subscription.status = 'past_due'
  updated(store, subscription)
}

/** Replaces a customer's card, and pays open invoices with it. Failed payments are retried only then. */
export const changeCard = (store: Store, customer: Customer, card: string): void => {
  takeCard(customer, card)
  for (const subscription of livingOf(store, customer.id)) {
    const invoice = store.tables.invoices[subscription.latest_invoice]
    if (invoice?.status !== 'open' || !pay(store, invoice, false)) continue
    subscription.status = 'active'
    updated(store, subscription)
  }
}

/** Refunds a payment completely. */
export const refund = (store: Store, charge: Charge): void => {
  if (charge.refunded) return
  charge.refunded = true
  store.emit('charge.refunded', charge)
}

/** Returns when a subscription renews, or when it ends because a payment failed. */
const dueOf = (subscription: Subscription): number => {
  const { current_period_start: start, current_period_end: finish } = itemOf(subscription)
  return subscription.status === 'past_due' ? start + WEEK : finish
}

/** Processes every renewal and end of a subscription that is due, each at its due time. */
export const settle = (store: Store): void => {
  for (;;) {
    const [next] = Object.values(store.tables.subscriptions)
      .filter(({ status }) => status !== 'canceled')
      .toSorted((one, other) => dueOf(one) - dueOf(other))
    if (next === undefined || dueOf(next) > store.now()) return
    const isRenewed = next.status === 'active' && next.cancel_at === null
    store.at(dueOf(next), () => (isRenewed ? renew(store, next) : end(store, next)))
  }
}
