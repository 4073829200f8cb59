import { cardOf, makeCard, testCards } from '../objects/customer.ts'
import type { Customer, PaymentMethod, Session } from '../objects/types.ts'
import { refuse } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { retry, subscribe } from './subscriptions.ts'

const declined = () =>
  refuse(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })

/** Stores a card and makes it the customer's own. */
const takeCard = (world: World, customer: Customer, typed: string): PaymentMethod => {
  const number = typed.replaceAll(/\s/g, '')
  const known = testCards.find((card) => card.number === number)
  if (known === undefined)
    throw refuse(402, { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' })
  if (known.outcome === 'declined') throw declined()
  const card = makeCard(world, customer.id, known)
  world.tables.paymentMethods[card.id] = card
  customer.invoice_settings.default_payment_method = card.id
  world.emit('payment_method.attached', card)
  world.emit('customer.updated', customer)
  return card
}

/** Pays what a page of the checkout sells. */
export const payCheckout = (world: World, session: Session, number: string): void => {
  const customer = world.tables.customers[session.customer ?? '']
  const order = world.tables.orders[session.id]
  const price = world.tables.prices[order?.price ?? '']
  if (session.status !== 'open' || customer === undefined || order === undefined || price === undefined)
    throw refuse(400, { message: 'This page is not open any more.' })
  const card = takeCard(world, customer, number)
  const subscription = subscribe(world, customer, { price, quantity: order.quantity, card }, order.metadata)
  session.status = 'complete'
  session.payment_status = 'paid'
  session.subscription = subscription.id
  session.invoice = subscription.latest_invoice
  session.url = null
  world.emit('checkout.session.completed', session)
}

/** Puts another card in the place of the one that a customer pays with, and pays with it what is open. */
export const changeCard = (world: World, customer: Customer, number: string): void => {
  const card = takeCard(world, customer, number)
  for (const subscription of Object.values(world.tables.subscriptions)) {
    if (subscription.customer !== customer.id || subscription.status === 'canceled') continue
    subscription.default_payment_method = card.id
    const invoice = world.tables.invoices[subscription.latest_invoice ?? '']
    if (invoice?.status === 'open' && cardOf(card)?.outcome === 'pays') retry(world, subscription, invoice)
  }
}
