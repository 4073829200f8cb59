import { retry } from '../engine/subscriptions.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { refund } from '../engine/refund.ts'
import { numberAt, objectAt, textAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { missing, refuse } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { type Call, found, named, operation, type Operation } from './operation.ts'

const chargeOf = ({ tables }: World, { form }: Call) => {
  const [charge, intent] = [textAt(form, 'charge'), textAt(form, 'payment_intent')]
  const id = charge ?? found(tables.paymentIntents, intent)?.latest_charge ?? undefined
  const row = found(tables.charges, id)
  if (row === undefined)
    throw missing(
      charge === undefined ? 'payment_intent' : 'charge',
      charge ?? intent ?? '',
      charge === undefined ? 'payment_intent' : 'charge',
    )
  return row
}

const reader = (path: string, what: string, table: (tables: World['tables']) => Readonly<Record<string, object>>) =>
  operation('GET', path, [], ({ world: { tables }, ids: [id = ''] }) => named(table(tables), id, what))

/** Invoices, and what was paid and given back. */
export const payments: readonly Operation[] = [
  reader('/v1/invoices/{id}', 'invoice', (tables) => tables.invoices),
  reader('/v1/payment_intents/{id}', 'payment_intent', (tables) => tables.paymentIntents),
  reader('/v1/charges/{id}', 'charge', (tables) => tables.charges),
  reader('/v1/refunds/{id}', 'refund', (tables) => tables.refunds),
  reader('/v1/payment_methods/{id}', 'PaymentMethod', (tables) => tables.paymentMethods),
  operation('GET', '/v1/invoices', [...LIST, 'customer', 'subscription', 'status'], ({ world: { tables }, form }) => {
    const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((name) => textAt(form, name))
    const rows = Object.values(tables.invoices).filter(
      (invoice) =>
        (customer === undefined || invoice.customer === customer) &&
        (status === undefined || invoice.status === status) &&
        (subscription === undefined || subscriptionOf(invoice) === subscription),
    )
    return listPage(rows, form, '/v1/invoices')
  }),
  operation('POST', '/v1/invoices/{id}/pay', ['payment_method'], ({ world, ids: [id = ''] }) => {
    const invoice = found(world.tables.invoices, id)
    const subscription = found(world.tables.subscriptions, invoice && subscriptionOf(invoice))
    if (invoice === undefined || subscription === undefined) throw missing('invoice', id)
    if (invoice.status === 'paid') throw refuse(400, { message: 'Invoice is already paid' })
    if (!retry(world, subscription, invoice))
      throw refuse(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
    return invoice
  }),
  operation('GET', '/v1/invoice_payments', [...LIST, 'invoice', 'payment'], ({ world: { tables }, form }) => {
    const invoice = textAt(form, 'invoice')
    const payment = objectAt(form, 'payment')
    const intent = payment && textAt(payment, 'payment_intent')
    const rows = Object.values(tables.invoicePayments).filter(
      (row) =>
        (invoice === undefined || row.invoice === invoice) &&
        (intent === undefined || row.payment.payment_intent === intent),
    )
    return listPage(rows, form, '/v1/invoice_payments')
  }),
  operation('GET', '/v1/charges', [...LIST, 'customer', 'payment_intent'], ({ world: { tables }, form }) => {
    const [customer, intent] = ['customer', 'payment_intent'].map((name) => textAt(form, name))
    const rows = Object.values(tables.charges).filter(
      (charge) =>
        (customer === undefined || charge.customer === customer) &&
        (intent === undefined || charge.payment_intent === intent),
    )
    return listPage(rows, form, '/v1/charges')
  }),
  operation('POST', '/v1/refunds', ['charge', 'payment_intent', 'amount', 'reason', 'metadata'], (call) =>
    refund(call.world, chargeOf(call.world, call), numberAt(call.form, 'amount'), textAt(call.form, 'reason') ?? null),
  ),
  operation('GET', '/v1/refunds', [...LIST, 'charge'], ({ world: { tables }, form }) => {
    const charge = textAt(form, 'charge')
    const rows = Object.values(tables.refunds).filter((row) => charge === undefined || row.charge === charge)
    return listPage(rows, form, '/v1/refunds')
  }),
]
