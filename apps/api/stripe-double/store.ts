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
  readonly items: {
    readonly data: [{ readonly id: string; price: Price; current_period_start: number; current_period_end: number }]
  }
  readonly metadata: object
  status: 'active' | 'past_due' | 'canceled'
  cancel_at: number | null
  cancel_at_period_end: boolean
  latest_invoice: string
  /** The schedule of a change for the next period, whose price is `next_price`; null if there is none. */
  schedule: string | null
  next_price?: string
}

/** An invoice with one payment, and one line: a whole period, or the difference for the rest of one (a proration). */
export interface Invoice extends Row {
  readonly customer: string
  readonly amount: number
  readonly payment_intent: string
  readonly lines: { readonly data: readonly object[] }
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
  /** The plan change that the visit is for, if any. */
  flow: {
    readonly subscription_update_confirm: {
      readonly subscription: string
      readonly items: [{ readonly price: string }]
    }
    readonly after_completion: { readonly redirect: { readonly return_url: string } }
  } | null
}

/** An event for one endpoint. */
export interface Delivery {
  readonly event: string
  readonly endpoint: string
  /** Epoch ms, on the real clock. */
  dueAt: number
}

const empty = {
  customers: {} as Record<string, Customer>,
  products: {} as Record<string, Row & { readonly name: string }>,
  prices: {} as Record<string, Price>,
  sessions: {} as Record<string, Session>,
  subscriptions: {} as Record<string, Subscription>,
  invoices: {} as Record<string, Invoice>,
  charges: {} as Record<string, Charge>,
  portalSessions: {} as Record<string, PortalSession>,
  portalConfigurations: {} as Record<string, Row>,
  endpoints: {} as Record<string, Row & { url: string; secret: string; enabled_events: object; disabled?: boolean }>,
  events: {} as Record<string, Row>,
  /** Responses by idempotency key. */
  responses: {} as Record<string, unknown>,
  deliveries: [] as Delivery[],
  /** The number of seconds by which the fake server's time is ahead of the real time. */
  ahead: 0,
}

/** Opens a store over a file, if given. */
export const openStore = (now: () => number, file?: string) => {
  // The cast is safe: this module wrote the file.
  const saved =
    file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<typeof empty>) : {}
  const tables = { ...structuredClone(empty), ...saved }
  let past: number | undefined
  /** Returns the fake server's time in epoch seconds. */
  const time = (): number => past ?? Math.floor(now() / 1000) + tables.ahead
  /** Returns the id, kind and time of a new object. */
  const row = (prefix: string, object: string): Row => ({ id: `${prefix}_${newLetters(24)}`, object, created: time() })
  return {
    tables,
    now: time,
    row,
    /** Creates an event about an object, and a delivery for each subscribed endpoint. */
    emit: (type: string, object: object): void => {
      const event = { ...row('evt', 'event'), type, livemode: false, data: { object: structuredClone(object) } }
      tables.events[event.id] = event
      for (const endpoint of Object.values(tables.endpoints)) {
        const types = Object.values(endpoint.enabled_events)
        if (endpoint.disabled !== true && (types.includes(type) || types.includes('*')))
          tables.deliveries.push({ event: event.id, endpoint: endpoint.id, dueAt: 0 })
      }
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
