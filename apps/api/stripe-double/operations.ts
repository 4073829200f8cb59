import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import { type Form, type FormState, named, objectAt, refuse, textAt } from './requests.ts'
import type { Customer, PortalSession, Store, Subscription } from './store.ts'
import { end, expire, livingOf, refund } from './subscriptions.ts'

/** A day in seconds, the unit of the provider. */
export const DAY = 24 * 60 * 60

interface Call {
  readonly store: Store
  readonly form: Form
  /** References that the response includes in full. */
  readonly expanded: readonly unknown[]
  /** The variable part of the path. */
  readonly id: string
  /** Returns the URL of a page: at the fake server, or at the real name of its host if the API has its real name. */
  readonly pageAt: (host: 'checkout' | 'billing', path: string) => string
}

type Operation = (call: Call) => object

const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '' })

const customerNamed = ({ tables: { customers } }: Store, id: string, param?: string): Customer =>
  named(customers[id]?.deleted === true ? {} : customers, id, param)

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

const deleteCustomer: Operation = ({ store, id }) => {
  const customer = customerNamed(store, id)
  for (const subscription of livingOf(store, id)) end(store, subscription)
  for (const session of Object.values(store.tables.sessions))
    if (session.customer === id && session.status === 'open') expire(session)
  customer.deleted = true
  store.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

const openCheckout: Operation = ({ store, form, pageAt }) => {
  const row = store.row('cs', 'checkout.session')
  return (store.tables.sessions[row.id] = {
    ...row,
    customer: customerNamed(store, textAt(form, 'customer'), 'customer').id,
    price: named(store.tables.prices, textAt(form, 'line_items.0.price'), 'line_items[0][price]').id,
    expires_at: row.created + DAY,
    success_url: textAt(form, 'success_url'),
    cancel_url: textAt(form, 'cancel_url'),
    client_reference_id: textAt(form, 'client_reference_id'),
    metadata: objectAt(form, 'subscription_data.metadata'),
    status: 'open',
    url: pageAt('checkout', `/c/pay/${row.id}`),
  })
}

const openPortal: Operation = ({ store, form, pageAt }) => {
  const { tables } = store
  const row = store.row('bps', 'billing_portal.session')
  return (tables.portalSessions[row.id] = {
    ...row,
    customer: customerNamed(store, textAt(form, 'customer'), 'customer').id,
    configuration: named(tables.portalConfigurations, textAt(form, 'configuration'), 'configuration').id,
    return_url: textAt(form, 'return_url'),
    url: pageAt('billing', `/p/session/${row.id}`),
    // Requests and responses have the same shape.
    flow: (form['flow_data'] as PortalSession['flow'] | undefined) ?? null,
  })
}

/** Returns the schedule of a change, whose second phase begins with the next period. */
const scheduleOf = ({ schedule: id, next_price: price, items }: Subscription) => {
  const [{ current_period_start: start, current_period_end: finish }] = items.data
  return id && { id, phases: [start, finish].map((start_date) => ({ start_date, items: [{ price }] })) }
}

const listSubscriptions: Operation = ({ store: { tables }, form, expanded }) => {
  const given = form['customer'] && named(tables.customers, textAt(form, 'customer'), 'customer').id
  const rows = Object.values(tables.subscriptions)
    .filter(({ customer }) => given === undefined || customer === given)
    .filter(({ status }) => form['status'] === 'all' || status !== 'canceled')
  if (!expanded.includes('data.latest_invoice')) return list(rows)
  return list(
    rows.map((row) => ({
      ...row,
      customer: expanded.includes('data.customer') ? tables.customers[row.customer] : row.customer,
      latest_invoice: tables.invoices[row.latest_invoice],
      schedule: scheduleOf(row),
    })),
  )
}

const listPayments: Operation = ({ store: { tables }, form, expanded }) => {
  const intent = textAt(form, 'payment.payment_intent')
  const isWhole = expanded.includes('data.invoice')
  const invoices = Object.values(tables.invoices).filter((invoice) => invoice.payment_intent === intent)
  return list(invoices.map((invoice) => ({ object: 'invoice_payment', invoice: isWhole ? invoice : invoice.id })))
}

const refuseLiveKeys: Middleware = (ctx, next) => {
  if (/^Bearer [sr]k_test_\w+$/i.test(ctx.get('authorization'))) return next()
  throw refuse(401, { message: 'The fake server accepts only test keys.' })
}

/** Responds to the second request with an idempotency key as to the first, without a second effect. */
const repeatAnswers =
  ({ tables: { responses } }: Store): Middleware =>
  async (ctx, next) => {
    const key = ctx.get('idempotency-key')
    const kept = responses[key]
    if (kept === undefined) await next()
    else ctx.body = kept
    if (key !== '' && ctx.status === 200) responses[key] = ctx.body
  }

/** Returns the operations that netbox calls. */
export const serveOperations = (store: Store): Router<FormState> => {
  const router = new Router<FormState>({ prefix: '/v1' })
  const add = (method: 'get' | 'post' | 'delete', path: string, run: Operation) =>
    router[method](path, (ctx) => {
      const { expand, ...form } = ctx.state.form
      const { id = '' } = ctx.params
      const pageAt: Call['pageAt'] = (host, page) =>
        `${ctx.hostname === 'api.stripe.com' ? `https://${host}.stripe.com` : `${ctx.protocol}://${ctx.host}`}${page}`
      // The copy keeps an answer as it was, whatever happens to the object later.
      ctx.body = structuredClone(run({ store, form, expanded: Object.values(expand ?? {}), id, pageAt }))
    })
  /** Adds the operations on settings of the account, which are stored as sent. */
  const addSettings = (path: string, rows: Record<string, object>, prefix: string, object: string): void => {
    add('get', path, ({ form }) => list(Object.values(rows).filter((row) => fits(row, form))))
    add('get', `${path}/:id`, ({ id }) => named(rows, id))
    add('post', path, (call) => {
      const row = createRow(call, prefix, object)
      return (rows[row.id] = row)
    })
    add('post', `${path}/:id`, ({ id, form }) => Object.assign(named(rows, id), form))
  }
  const { products, prices, portalConfigurations, endpoints, customers, sessions, subscriptions, charges } =
    store.tables
  router.use(refuseLiveKeys, repeatAnswers(store))
  addSettings('/products', products, 'prod', 'product')
  addSettings('/prices', prices, 'price', 'price')
  addSettings('/billing_portal/configurations', portalConfigurations, 'bpc', 'billing_portal.configuration')
  addSettings('/webhook_endpoints', endpoints, 'we', 'webhook_endpoint')
  add('get', '/customers', ({ form }) =>
    list(Object.values(customers).filter((row) => row.deleted !== true && fits(row, form))),
  )
  add('post', '/customers', ({ form }) => {
    const row = store.row('cus', 'customer')
    return (customers[row.id] = { ...row, email: textAt(form, 'email'), metadata: objectAt(form, 'metadata') })
  })
  add('delete', '/customers/:id', deleteCustomer)
  add('post', '/checkout/sessions', openCheckout)
  add('get', '/checkout/sessions/:id', ({ id }) => named(sessions, id))
  add('post', '/checkout/sessions/:id/expire', ({ id }) => {
    const session = named(sessions, id)
    if (session.status !== 'open') throw refuse(400, { message: `This Checkout Session is ${session.status}.` })
    return expire(session)
  })
  add('post', '/billing_portal/sessions', openPortal)
  add('get', '/subscriptions', listSubscriptions)
  add('delete', '/subscriptions/:id', ({ id }) => {
    const subscription = named(subscriptions, id)
    if (subscription.status === 'canceled') named({}, id)
    end(store, subscription)
    return subscription
  })
  add('get', '/charges/:id', ({ id }) => named(charges, id))
  add('get', '/invoice_payments', listPayments)
  add('post', '/refunds', ({ form }) => {
    const charge = named(charges, textAt(form, 'charge'), 'charge')
    refund(store, charge)
    return { ...store.row('re', 'refund'), charge: charge.id }
  })
  return router
}
