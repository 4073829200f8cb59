import { end } from '../engine/subscriptions.ts'
import { expire } from '../engine/time.ts'
import { makeCard, makeCustomer, testCards } from '../objects/customer.ts'
import type { Customer } from '../objects/types.ts'
import { mergeMetadata, objectAt, textAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { missing } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { type Call, found, named, operation, type Operation } from './operation.ts'

/** Finds a customer that a parameter names. One that was deleted is not there. */
export const customerNamed = ({ tables }: World, id: string, param: string): Customer => {
  const customer = found(tables.customers, id)
  if (customer === undefined || found(tables.deletedCustomers, id) !== undefined) throw missing('customer', id, param)
  return customer
}

const customerAt = ({ world, ids: [id = ''] }: Call): Customer => customerNamed(world, id, 'id')

const WRITABLE = [
  'email',
  'name',
  'description',
  'phone',
  'metadata',
  'invoice_settings',
  'preferred_locales',
  'address',
] as const

const apply = ({ form, world }: Call, customer: Customer): void => {
  customer.email = textAt(form, 'email') ?? customer.email
  customer.name = textAt(form, 'name') ?? customer.name ?? null
  customer.description = textAt(form, 'description') ?? customer.description
  customer.metadata = mergeMetadata(customer.metadata, form)
  const settings = objectAt(form, 'invoice_settings')
  const method = settings && textAt(settings, 'default_payment_method')
  if (method !== undefined) customer.invoice_settings.default_payment_method = cardNamed(world, customer.id, method)
}

/** Finds a stored card; the names of test cards stand for a new one. */
const cardNamed = (world: World, customer: string, id: string): string => {
  const known = testCards.find(({ token }) => token === id)
  if (known !== undefined) {
    const card = makeCard(world, customer, known)
    world.tables.paymentMethods[card.id] = card
    return card.id
  }
  return named(world.tables.paymentMethods, id, 'PaymentMethod', 'default_payment_method').id
}

/** Customers and the cards that they have. */
export const customers: readonly Operation[] = [
  operation('POST', '/v1/customers', [...WRITABLE, 'test_clock', 'payment_method'], (call) => {
    const { world, form } = call
    const clock = textAt(form, 'test_clock')
    if (clock !== undefined) named(world.tables.testClocks, clock, 'test_clock', 'test_clock')
    const customer = makeCustomer(world, { test_clock: clock ?? null })
    apply(call, customer)
    world.tables.customers[customer.id] = customer
    world.emit('customer.created', customer)
    return customer
  }),
  operation('GET', '/v1/customers', [...LIST, 'email'], ({ world: { tables }, form }) => {
    const email = textAt(form, 'email')
    const rows = Object.values(tables.customers).filter(
      (customer) =>
        !Object.hasOwn(tables.deletedCustomers, customer.id) && (email === undefined || customer.email === email),
    )
    return listPage(rows, form, '/v1/customers')
  }),
  operation('GET', '/v1/customers/{id}', [], (call) => {
    const [id = ''] = call.ids
    if (found(call.world.tables.deletedCustomers, id)) return { id, object: 'customer', deleted: true }
    return customerAt(call)
  }),
  operation('POST', '/v1/customers/{id}', [...WRITABLE], (call) => {
    const customer = customerAt(call)
    apply(call, customer)
    call.world.emit('customer.updated', customer)
    return customer
  }),
  operation('DELETE', '/v1/customers/{id}', [], (call) => {
    const customer = customerAt(call)
    const { tables } = call.world
    for (const subscription of Object.values(tables.subscriptions))
      if (subscription.customer === customer.id && subscription.status !== 'canceled')
        end(call.world, subscription, 'cancellation_requested')
    for (const session of Object.values(tables.sessions))
      if (session.customer === customer.id && session.status === 'open') expire(call.world, session)
    tables.deletedCustomers[customer.id] = true
    call.world.emit('customer.deleted', customer)
    return { id: customer.id, object: 'customer', deleted: true }
  }),
  operation('GET', '/v1/payment_methods', [...LIST, 'customer'], ({ world: { tables }, form }) => {
    const customer = textAt(form, 'customer')
    const rows = Object.values(tables.paymentMethods).filter((method) => method.customer === customer)
    return listPage(rows, form, '/v1/payment_methods')
  }),
]
