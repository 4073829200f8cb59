import type { PlanId } from '@netbox/core'
import { type Flag, table, type TableShape } from '../database/create-table.ts'

/** A user as the payment provider's customer. The row stays after the user is deleted, until the provider has deleted the customer too. */
export interface BillingCustomerTable {
  /** The provider's id. */
  id: string
  user_id: string
  /** Whether the provider charges this customer real money. */
  is_live: Flag
  /** Increases with every change, so that a request that fetched an older state from the provider detects the change. */
  version: number
  /** The plan without billing. It applies again when the bought plan is lower or has ended. */
  given_plan: PlanId
  given_until: number | null
  given_source: 'default' | 'admin'
  /** The latest payment page, and its price. */
  session_id: string | null
  session_price: string | null
  /** The number of payment pages so far. It is part of the idempotency key, so that two concurrent requests get the same page. */
  session_count: number
  /** The time of the account's deletion. */
  closing_at: number | null
  /** The time of the next try at the provider. */
  next_attempt_at: number | null
  attempts: number
  created_at: number
}

/** A subscription in its latest fetched state. */
export interface BillingSubscriptionTable {
  /** The provider's id. */
  id: string
  customer_id: string
  status: string
  /** The price and its plan; null for a price that is not one of netbox's. */
  price_id: string
  plan: PlanId | null
  period_end: number
  /** The end of the plan that it grants; null if it grants none. */
  access_until: number | null
  /** Whether the subscription is cancelled: it then ends with its period, or at a separate time. */
  is_ending: Flag
}

/** A processed event from the payment provider. */
export interface BillingEventTable {
  /** The provider's id. */
  id: string
  type: string
  received_at: number
}

/** The tables of billing. */
export interface BillingTables {
  billing_customers: BillingCustomerTable
  billing_subscriptions: BillingSubscriptionTable
  billing_events: BillingEventTable
}

/** The first tables of billing. */
export const billingTables: readonly TableShape[] = [
  table<BillingCustomerTable>({
    name: 'billing_customers',
    columns: {
      id: 'key',
      user_id: 'id',
      is_live: 'flag',
      version: 'number',
      given_plan: 'word',
      given_until: 'milliseconds?',
      given_source: 'word',
      session_id: 'key?',
      session_price: 'key?',
      session_count: 'number',
      closing_at: 'milliseconds?',
      next_attempt_at: 'milliseconds?',
      attempts: 'number',
      created_at: 'milliseconds',
    },
    // The row is not deleted with the user, because the provider must still be informed after the account is deleted.
    primaryKey: ['id'],
    unique: [['user_id', 'is_live']],
    indexes: [['next_attempt_at']],
  }),
  table<BillingSubscriptionTable>({
    name: 'billing_subscriptions',
    columns: {
      id: 'key',
      customer_id: 'key',
      status: 'word',
      price_id: 'key',
      plan: 'word?',
      period_end: 'milliseconds',
      access_until: 'milliseconds?',
      is_ending: 'flag',
    },
    primaryKey: ['id'],
    belongsTo: { customer_id: 'billing_customers' },
    indexes: [['customer_id']],
  }),
  table<BillingEventTable>({
    name: 'billing_events',
    columns: { id: 'key', type: 'key', received_at: 'milliseconds' },
    primaryKey: ['id'],
    indexes: [['received_at']],
  }),
]
