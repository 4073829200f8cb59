import type { Customer, PortalSession, Session, Store, Subscription, Tables } from './store.ts'
import { end, expire, livingOf, refund } from './subscriptions.ts'
import { type Form, named, objectAt, parseForm, Refusal, refuse, textAt } from './wire.ts'

/** A day in seconds, the unit of the provider. */
export const DAY = 24 * 60 * 60

/** A request of the API. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** Parameters: the query of a GET, otherwise the body. */
  readonly parameters: string
  readonly key: string
  readonly idempotencyKey: string | undefined
}

interface Call {
  readonly store: Store
  readonly form: Form
  /** References that the response includes in full. */
  readonly expanded: readonly unknown[]
  /** The variable part of the path. */
  readonly id: string
  /** Scheme, host and port of the fake server. */
  readonly origin: string
}

type Operation = readonly [method: string, path: RegExp, run: (call: Call) => object]

const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '' })

const customerNamed = ({ tables }: Store, id: string, param?: string): Customer => {
  const customer = named(tables.customers, id, param)
  return customer.deleted === true ? named({}, id, param) : customer
}

type Settings = 'products' | 'prices' | 'portalConfigurations' | 'endpoints'

const fits = (row: object, { limit: _limit, lookup_keys: keys, ...form }: Form): boolean =>
  Object.entries({ ...form, ...(typeof keys === 'object' ? { lookup_key: keys['0'] } : {}) }).every(
    ([key, value]) => Reflect.get(row, key) === value,
  )

const createRow = ({ store, form }: Call, prefix: string, object: string) => {
  const { recurring, transfer_lookup_key: isTransferred, ...given } = form
  if (isTransferred === true)
    for (const price of Object.values(store.tables.prices))
      if (price.lookup_key === given['lookup_key']) delete price.lookup_key
  return {
    ...store.row(prefix, object),
    active: true,
    ...given,
    ...(typeof recurring === 'object' ? { recurring: { interval_count: 1, ...recurring } } : {}),
    ...(prefix === 'we' ? { secret: store.row('whsec', '').id } : {}),
  }
}

/** Returns the operations on settings of the account, which are stored as sent. */
const settings = (path: string, table: Settings, prefix: string, object: string): readonly Operation[] => {
  const [all, one] = [new RegExp(`^/v1/${path}$`), new RegExp(`^/v1/${path}/(.+)$`)]
  const rows = ({ tables }: Store) => tables[table] as Record<string, object>
  const create = (call: Call) => {
    const row = createRow(call, prefix, object)
    return (rows(call.store)[row.id] = row)
  }
  return [
    ['GET', all, ({ store, form }) => list(Object.values(rows(store)).filter((row) => fits(row, form)))],
    ['GET', one, ({ store, id }) => named(rows(store), id)],
    ['POST', all, create],
    ['POST', one, ({ store, id, form }) => Object.assign(named(rows(store), id), form)],
  ]
}

const createCustomer: Operation[2] = ({ store, form }) => {
  const given = { email: textAt(form, 'email'), metadata: objectAt(form, 'metadata') }
  const customer: Customer = { ...store.row('cus', 'customer'), ...given }
  return (store.tables.customers[customer.id] = customer)
}

const listCustomers: Operation[2] = ({ store: { tables }, form }) =>
  list(Object.values(tables.customers).filter((row) => row.deleted !== true && fits(row, form)))

const deleteCustomer: Operation[2] = ({ store, id }) => {
  const customer = customerNamed(store, id)
  for (const subscription of livingOf(store, id)) end(store, subscription)
  for (const session of Object.values(store.tables.sessions))
    if (session.customer === id && session.status === 'open') expire(session)
  customer.deleted = true
  store.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

const openCheckout: Operation[2] = ({ store, form, origin }) => {
  const row = store.row('cs', 'checkout.session')
  const session: Session = {
    ...row,
    customer: customerNamed(store, textAt(form, 'customer'), 'customer').id,
    price: named(store.tables.prices, textAt(form, 'line_items.0.price'), 'line_items[0][price]').id,
    expires_at: row.created + DAY,
    success_url: textAt(form, 'success_url'),
    cancel_url: textAt(form, 'cancel_url'),
    client_reference_id: textAt(form, 'client_reference_id'),
    metadata: objectAt(form, 'subscription_data.metadata'),
    status: 'open',
    url: `${origin}/c/pay/${row.id}`,
  }
  return (store.tables.sessions[row.id] = session)
}

const closeCheckout: Operation[2] = ({ store, id }) => {
  const session = named(store.tables.sessions, id)
  if (session.status !== 'open') throw refuse(400, { message: `This Checkout Session is ${session.status}.` })
  expire(session)
  return session
}

const openPortal: Operation[2] = ({ store, form, origin }) => {
  const row = store.row('bps', 'billing_portal.session')
  const { tables } = store
  const session: PortalSession = {
    ...row,
    customer: customerNamed(store, textAt(form, 'customer'), 'customer').id,
    configuration: named(tables.portalConfigurations, textAt(form, 'configuration'), 'configuration').id,
    return_url: textAt(form, 'return_url'),
    url: `${origin}/p/session/${row.id}`,
    // Requests and responses have the same shape.
    flow: (form['flow_data'] as PortalSession['flow'] | undefined) ?? null,
  }
  return (tables.portalSessions[row.id] = session)
}

/** Returns the schedule of a change, whose second phase begins with the next period. */
const scheduleOf = ({ schedule: id, next_price: price, items }: Subscription) => {
  const [{ current_period_start: start, current_period_end: finish }] = items.data
  return id && { id, phases: [start, finish].map((start_date) => ({ start_date, items: [{ price }] })) }
}

const listSubscriptions: Operation[2] = ({ store: { tables }, form, expanded }) => {
  const given = form['customer'] && named(tables.customers, textAt(form, 'customer'), 'customer').id
  const isWanted = ({ customer, status }: Subscription) =>
    (given === undefined || customer === given) && (form['status'] === 'all' || status !== 'canceled')
  const rows = Object.values(tables.subscriptions).filter(isWanted)
  const customerOf = (id: string) => (expanded.includes('data.customer') ? tables.customers[id] : id)
  if (!expanded.includes('data.latest_invoice')) return list(rows)
  return list(
    rows.map((row) => ({
      ...row,
      customer: customerOf(row.customer),
      latest_invoice: tables.invoices[row.latest_invoice],
      schedule: scheduleOf(row),
    })),
  )
}

const cancelSubscription: Operation[2] = ({ store, id }) => {
  const subscription = named(store.tables.subscriptions, id)
  if (subscription.status === 'canceled') named({}, id)
  end(store, subscription)
  return subscription
}

const listPayments: Operation[2] = ({ store: { tables }, form, expanded }) => {
  const intent = textAt(form, 'payment.payment_intent')
  const invoices = Object.values(tables.invoices).filter(({ payment_intent: paid }) => paid === intent)
  const isWhole = expanded.includes('data.invoice')
  return list(invoices.map((invoice) => ({ object: 'invoice_payment', invoice: isWhole ? invoice : invoice.id })))
}

const createRefund: Operation[2] = ({ store, form }) => {
  const charge = named(store.tables.charges, textAt(form, 'charge'), 'charge')
  refund(store, charge)
  return { ...store.row('re', 'refund'), charge: charge.id }
}

const read =
  (table: 'sessions' | 'charges'): Operation[2] =>
  ({ store, id }) =>
    named<Tables[typeof table][string]>(store.tables[table], id)

/** The operations that netbox calls. */
const operations: readonly Operation[] = [
  ...settings('products', 'products', 'prod', 'product'),
  ...settings('prices', 'prices', 'price', 'price'),
  ...settings('billing_portal/configurations', 'portalConfigurations', 'bpc', 'billing_portal.configuration'),
  ...settings('webhook_endpoints', 'endpoints', 'we', 'webhook_endpoint'),
  ['GET', /^\/v1\/customers$/, listCustomers],
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['DELETE', /^\/v1\/customers\/(.+)$/, deleteCustomer],
  ['POST', /^\/v1\/checkout\/sessions$/, openCheckout],
  ['GET', /^\/v1\/checkout\/sessions\/(.+)$/, read('sessions')],
  ['POST', /^\/v1\/checkout\/sessions\/(.+)\/expire$/, closeCheckout],
  ['POST', /^\/v1\/billing_portal\/sessions$/, openPortal],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['DELETE', /^\/v1\/subscriptions\/(.+)$/, cancelSubscription],
  ['GET', /^\/v1\/charges\/(.+)$/, read('charges')],
  ['GET', /^\/v1\/invoice_payments$/, listPayments],
  ['POST', /^\/v1\/refunds$/, createRefund],
]

/** The response to a request. */
type Answer = Tables['answers'][string]

const run = (store: Store, { method, path, parameters, key }: ApiRequest, origin: string): Answer => {
  // The fake server accepts only test keys.
  if (!/^[sr]k_test_\w+$/.test(key)) throw refuse(401, { message: 'The fake server accepts only test keys.' })
  for (const [wanted, pattern, work] of operations) {
    const match = method === wanted ? pattern.exec(path) : null
    if (match === null) continue
    const { expand, ...form } = parseForm(parameters)
    const expanded = Object.values(expand ?? {})
    return { status: 200, body: JSON.stringify(work({ store, form, expanded, id: match[1] ?? '', origin })) }
  }
  throw refuse(404, { message: `Unrecognized request URL (${method}: ${path}).` })
}

/** Responds to a request. Two requests with the same idempotency key have the same effect and response. */
export const answerRequest = (store: Store, request: ApiRequest, origin: string): Answer => {
  const { idempotencyKey: key } = request
  try {
    if (key === undefined) return run(store, request, origin)
    return (store.tables.answers[key] ??= run(store, request, origin))
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: JSON.stringify({ error: error.body }) }
    throw error
  }
}
