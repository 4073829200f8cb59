import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type {
  Charge,
  Customer,
  Event,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  Schedule,
  Session,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './objects/types.ts'

/** A message that is to be delivered to an endpoint. */
export interface Delivery {
  readonly eventId: string
  readonly endpointId: string
  tries: number
  /** Epoch ms, on the real clock. */
  dueAt: number
  state: 'waiting' | 'delivered' | 'given-up'
  lastAnswer: string
}

/** Answers that were given to keys. */
export interface Remembered {
  readonly request: string
  readonly status: number
  readonly body: string
}

/** Everything that the double knows, by id. */
export interface Tables {
  customers: Record<string, Customer>
  products: Record<string, Product>
  prices: Record<string, Price>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  schedules: Record<string, Schedule>
  invoices: Record<string, Invoice>
  invoicePayments: Record<string, InvoicePayment>
  paymentIntents: Record<string, PaymentIntent>
  charges: Record<string, Charge>
  refunds: Record<string, Refund>
  paymentMethods: Record<string, PaymentMethod>
  portalSessions: Record<string, PortalSession>
  portalConfigurations: Record<string, PortalConfiguration>
  webhookEndpoints: Record<string, WebhookEndpoint>
  testClocks: Record<string, TestClock>
  events: Record<string, Event>
  /** Ids of customers that were deleted. */
  deletedCustomers: Record<string, true>
  /** What each page of the checkout sells: price by session. */
  orders: Record<
    string,
    { readonly price: string; readonly quantity: number; readonly metadata: Record<string, string> }
  >
  keys: Record<string, Remembered>
  deliveries: Delivery[]
  /** How far the double's time is ahead of the real one, in seconds. */
  ahead: number
  /** Until when everything that was due has happened, in epoch seconds, without test clocks. */
  settledUntil: number
}

const empty = (): Tables => ({
  customers: {},
  products: {},
  prices: {},
  sessions: {},
  subscriptions: {},
  schedules: {},
  invoices: {},
  invoicePayments: {},
  paymentIntents: {},
  charges: {},
  refunds: {},
  paymentMethods: {},
  portalSessions: {},
  portalConfigurations: {},
  webhookEndpoints: {},
  testClocks: {},
  events: {},
  deletedCustomers: {},
  orders: {},
  keys: {},
  deliveries: [],
  ahead: 0,
  settledUntil: 0,
})

/** What the double knows, and where it keeps that. */
export interface Store {
  readonly tables: Tables
  /** Writes everything down, where there is a file. */
  save: () => void
}

/** Opens a store. With a file it goes on where it was. */
export const openStore = (file?: string): Store => {
  // Written by this very file.
  const kept = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Tables>) : {}
  const tables: Tables = { ...empty(), ...kept }
  return {
    tables,
    save: () => {
      if (file === undefined) return
      // Whole or not at all: it may be ended in the middle.
      writeFileSync(`${file}.new`, JSON.stringify(tables), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}
