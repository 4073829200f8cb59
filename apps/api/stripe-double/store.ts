import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { newLetters } from '../src/random.ts'

/** The common fields of the payment provider's objects. */
interface Row {
  readonly id: string
  readonly object: string
  /** Epoch seconds, like all times of the payment provider. */
  readonly created: number
}

/** A customer. A deleted one stays, marked as deleted. */
export interface Customer extends Row {
  readonly email: string
  readonly metadata: object
  deleted?: true
  /** The number of the card for payments. */
  card?: string
}

/** A price of a product, in cents. */
export interface Price extends Row {
  readonly product: string
  readonly currency: string
  readonly unit_amount: number
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 }
  lookup_key?: string
}

/** A checkout page. */
export interface Session extends Row {
  readonly customer: string
  readonly price: string
  readonly expires_at: number
  readonly success_url: string
  readonly cancel_url: string
  readonly client_reference_id: string
  readonly metadata: object
  status: 'open' | 'complete' | 'expired'
  url: string | null
}

/** A subscription to one price. */
export interface Subscription extends Row {
  readonly customer: string
  readonly items: { readonly data: [SubscriptionItem] }
  readonly metadata: object
  status: 'active' | 'past_due' | 'canceled'
  cancel_at: number | null
  cancel_at_period_end: boolean
  latest_invoice: string
  /** The schedule of a change for the next period, whose price is `next_price`; null if there is none. */
  schedule: string | null
  next_price?: string
}

/** The item of a subscription. */
export interface SubscriptionItem {
  readonly id: string
  price: Price
  current_period_start: number
  current_period_end: number
}

/** A line of an invoice: a whole period, or the difference for the rest of one (a proration). */
interface InvoiceLine {
  readonly period: { readonly start: number; readonly end: number }
  readonly parent: { readonly subscription_item_details: { readonly proration: boolean } }
}

/** An invoice with one payment. */
export interface Invoice extends Row {
  readonly customer: string
  readonly amount: number
  readonly payment_intent: string
  readonly lines: { readonly data: readonly InvoiceLine[] }
  parent: { readonly subscription_details: { readonly subscription: string } } | null
  status: 'open' | 'paid'
}

/** A successful payment. */
export interface Charge extends Row {
  readonly customer: string
  readonly amount: number
  payment_intent: string | null
  refunded: boolean
}

/** A visit to the customer portal. */
export interface PortalSession extends Row {
  readonly customer: string
  readonly configuration: string
  readonly return_url: string
  readonly url: string
  flow: {
    readonly subscription_update_confirm: {
      readonly subscription: string
      readonly items: { readonly 0: { readonly price: string } }
    }
    readonly after_completion: { readonly redirect: { readonly return_url: string } }
  } | null
}

/** A webhook endpoint. */
export interface Endpoint extends Row {
  url: string
  readonly secret: string
  readonly enabled_events: Readonly<Record<string, string>>
  disabled?: boolean
}

/** An event, as it is sent to endpoints. */
export interface Event extends Row {
  readonly type: string
  readonly livemode: boolean
  readonly data: { readonly object: object }
}

/** An event for one endpoint. */
export interface Delivery {
  readonly event: string
  readonly endpoint: string
  /** Epoch ms, on the real clock. */
  dueAt: number
}

interface Rows {
  customers: Customer
  products: Row & { readonly name: string }
  prices: Price
  sessions: Session
  subscriptions: Subscription
  invoices: Invoice
  charges: Charge
  portalSessions: PortalSession
  portalConfigurations: Row
  endpoints: Endpoint
  events: Event
  /** Responses by idempotency key. */
  answers: { readonly status: number; readonly body: string }
}

/** All data of the fake server, by id. */
export type Tables = { [Name in keyof Rows]: Record<string, Rows[Name]> } & {
  deliveries: Delivery[]
  /** The number of seconds by which the fake server's time is ahead of the real time. */
  ahead: number
}

const empty = (): Tables => {
  const accounts = { customers: {}, products: {}, prices: {}, portalConfigurations: {}, endpoints: {} }
  const sales = { sessions: {}, subscriptions: {}, invoices: {}, charges: {}, portalSessions: {}, events: {} }
  return { ...accounts, ...sales, answers: {}, deliveries: [], ahead: 0 }
}

/** Opens a store over a file, if given. */
export const openStore = (now: () => number, file?: string) => {
  // The cast is safe: this module wrote the file.
  const saved =
    file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Tables>) : {}
  const tables: Tables = { ...empty(), ...saved }
  let past: number | undefined
  /** Returns the fake server's time in epoch seconds. */
  const time = (): number => past ?? Math.floor(now() / 1000) + tables.ahead
  /** Returns the id, kind and time of a new object. */
  const row = (prefix: string, object: string): Row => ({
    id: `${prefix}_${newLetters(24)}`,
    object,
    created: time(),
  })
  return {
    tables,
    now: time,
    row,
    /** Creates an event about an object, and a delivery for each subscribed endpoint. */
    emit: (type: string, object: object): void => {
      const event = { ...row('evt', 'event'), type, livemode: false, data: { object: structuredClone(object) } }
      tables.events[event.id] = event
      for (const endpoint of Object.values(tables.endpoints))
        if (endpoint.disabled !== true && Object.values(endpoint.enabled_events).includes(type))
          tables.deliveries.push({ event: event.id, endpoint: endpoint.id, dueAt: 0 })
    },
    /** Runs work at a past time, when it was due. */
    at: (moment: number, work: () => void): void => {
      past = moment
      work()
      past = undefined
    },
    /** Writes everything to the file, if there is one. */
    save: (): void => {
      if (file === undefined) return
      // A process that is killed during the write leaves the old file.
      writeFileSync(`${file}.new`, JSON.stringify(tables), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

/** All data of the fake server, and its time. */
export type Store = ReturnType<typeof openStore>
