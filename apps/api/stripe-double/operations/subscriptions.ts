import { changeNow, end, endWithPeriod, releaseSchedule, subscribe } from '../engine/subscriptions.ts'
import { itemOf } from '../objects/subscription.ts'
import { flagAt, mergeMetadata, numberAt, objectsAt, requiredAt, textAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { missing, parameterMissing, refuse } from '../wire/refusal.ts'
import { customerNamed } from './customers.ts'
import { type Call, found, named, operation, type Operation } from './operation.ts'

const subscriptionAt = ({ world: { tables }, ids: [id = ''] }: Call) => named(tables.subscriptions, id, 'subscription')

/** Finds one that is not over: nothing can be done with others. */
const livingAt = (call: Call) => {
  const subscription = subscriptionAt(call)
  if (subscription.status === 'canceled') throw missing('subscription', subscription.id)
  return subscription
}

const priceOf = ({ world: { tables }, form }: Call) => {
  const [item] = objectsAt(form, 'items') ?? []
  const id = item && textAt(item, 'price')
  if (item === undefined || id === undefined) return undefined
  const price = named(tables.prices, id, 'price', 'items[0][price]')
  return { price, quantity: numberAt(item, 'quantity') ?? 1 }
}

/** Subscriptions and the schedules of their changes. */
export const subscriptions: readonly Operation[] = [
  operation('POST', '/v1/subscriptions', ['customer', 'items', 'metadata', 'default_payment_method'], (call) => {
    const { world, form } = call
    const customer = customerNamed(world, requiredAt(form, 'customer'), 'customer')
    const order = priceOf(call)
    const method = customer.invoice_settings.default_payment_method
    const card = typeof method === 'string' ? found(world.tables.paymentMethods, method) : undefined
    if (order === undefined) throw parameterMissing('items')
    if (card === undefined)
      throw refuse(400, { message: 'This customer has no attached payment source or default payment method.' })
    return subscribe(world, customer, { ...order, card }, mergeMetadata({}, form))
  }),
  operation('GET', '/v1/subscriptions', [...LIST, 'customer', 'status', 'price'], ({ world: { tables }, form }) => {
    const [customer, status, price] = ['customer', 'status', 'price'].map((name) => textAt(form, name))
    if (customer !== undefined) named(tables.customers, customer, 'customer', 'customer')
    const rows = Object.values(tables.subscriptions).filter(
      (subscription) =>
        (customer === undefined || subscription.customer === customer) &&
        (price === undefined || itemOf(subscription).price.id === price) &&
        (status === 'all' ||
          (status === undefined ? subscription.status !== 'canceled' : subscription.status === status)),
    )
    return listPage(rows, form, '/v1/subscriptions')
  }),
  operation('GET', '/v1/subscriptions/{id}', [], subscriptionAt),
  operation(
    'POST',
    '/v1/subscriptions/{id}',
    ['items', 'metadata', 'cancel_at_period_end', 'proration_behavior', 'default_payment_method'],
    (call) => {
      const subscription = livingAt(call)
      const { world, form } = call
      const order = priceOf(call)
      if (order !== undefined)
        changeNow(world, subscription, order.price, textAt(form, 'proration_behavior') !== 'none')
      subscription.metadata = mergeMetadata(subscription.metadata, form)
      const isEnding = flagAt(form, 'cancel_at_period_end')
      if (isEnding !== undefined && isEnding !== subscription.cancel_at_period_end)
        endWithPeriod(world, subscription, isEnding)
      return subscription
    },
  ),
  operation('DELETE', '/v1/subscriptions/{id}', ['prorate', 'invoice_now', 'cancellation_details'], (call) => {
    const subscription = livingAt(call)
    end(call.world, subscription, 'cancellation_requested')
    return subscription
  }),
  operation('GET', '/v1/subscription_schedules/{id}', [], ({ world: { tables }, ids: [id = ''] }) =>
    named(tables.schedules, id, 'subscription_schedule'),
  ),
  operation(
    'POST',
    '/v1/subscription_schedules/{id}/release',
    ['preserve_cancel_date'],
    ({ world, ids: [id = ''] }) => {
      const schedule = found(world.tables.schedules, id)
      const subscription = found(world.tables.subscriptions, schedule?.subscription ?? undefined)
      if (schedule === undefined || subscription === undefined) throw missing('subscription_schedule', id)
      releaseSchedule(world, subscription)
      return schedule
    },
  ),
]
