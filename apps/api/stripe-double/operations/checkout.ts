import { expire } from '../engine/time.ts'
import { makeSession } from '../objects/session.ts'
import { type Form, mergeMetadata, numberAt, objectAt, objectsAt, requiredAt, textAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { parameterMissing, refuse } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { customerNamed } from './customers.ts'
import { type Call, named, operation, type Operation } from './operation.ts'

const sessionAt = ({ world: { tables }, ids: [id = ''] }: Call) => named(tables.sessions, id, 'checkout.session')

const orderOf = ({ tables }: World, form: Form) => {
  if (requiredAt(form, 'mode') !== 'subscription')
    throw refuse(400, { message: 'The double sells subscriptions alone.', param: 'mode' })
  const [line] = objectsAt(form, 'line_items') ?? []
  if (line === undefined) throw parameterMissing('line_items')
  const price = named(tables.prices, requiredAt(line, 'price'), 'price', 'line_items[0][price]')
  if (!price.active)
    throw refuse(400, {
      message: `The price specified is inactive. This field only accepts active prices.`,
      param: 'line_items[0][price]',
    })
  if (price.recurring === null)
    throw refuse(400, {
      message: 'You must provide at least one recurring price in `subscription` mode.',
      param: 'line_items',
    })
  return { price, quantity: numberAt(line, 'quantity') ?? 1 }
}

/** Pages of the checkout. */
export const checkout: readonly Operation[] = [
  operation(
    'POST',
    '/v1/checkout/sessions',
    [
      'mode',
      'customer',
      'client_reference_id',
      'line_items',
      'metadata',
      'success_url',
      'cancel_url',
      'subscription_data',
      'ui_mode',
      'locale',
      'allow_promotion_codes',
      'billing_address_collection',
      'automatic_tax',
    ],
    ({ world, form, origin }) => {
      const customer = customerNamed(world, requiredAt(form, 'customer'), 'customer')
      const order = orderOf(world, form)
      const session = makeSession(
        world,
        { origin, customer, ...order },
        {
          success_url: requiredAt(form, 'success_url'),
          cancel_url: textAt(form, 'cancel_url') ?? null,
          client_reference_id: textAt(form, 'client_reference_id') ?? null,
          metadata: mergeMetadata({}, form),
        },
      )
      const { price, quantity } = order
      const metadata = mergeMetadata({}, objectAt(form, 'subscription_data') ?? {})
      world.tables.sessions[session.id] = session
      world.tables.orders[session.id] = { price: price.id, quantity, metadata }
      return session
    },
  ),
  operation('GET', '/v1/checkout/sessions', [...LIST, 'customer', 'status', 'subscription'], ({ world, form }) => {
    const [customer, status, subscription] = ['customer', 'status', 'subscription'].map((name) => textAt(form, name))
    const rows = Object.values(world.tables.sessions).filter(
      (session) =>
        (customer === undefined || session.customer === customer) &&
        (status === undefined || session.status === status) &&
        (subscription === undefined || session.subscription === subscription),
    )
    return listPage(rows, form, '/v1/checkout/sessions')
  }),
  operation('GET', '/v1/checkout/sessions/{id}', [], sessionAt),
  operation('POST', '/v1/checkout/sessions/{id}/expire', [], (call) => {
    const session = sessionAt(call)
    if (session.status !== 'open')
      throw refuse(400, {
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      })
    expire(call.world, session)
    return session
  }),
]
