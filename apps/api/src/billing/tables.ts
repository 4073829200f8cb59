import type { PlanId } from '@netbox/core'
import { type RowOf, table, word, wordOrNull } from '../database/create-table.ts'

/** A user as the payment provider's customer. The row stays after the user is deleted, until the provider has deleted the customer too. */
export type BillingCustomerTable = RowOf<typeof billingCustomers>
const billingCustomers = table('billing_customers', {
  columns: {
    /** The provider's id. */
    id: 'key',
    user_id: 'id',
    /** Whether the provider charges this customer real money. */
    is_live: 'flag',
    /** Increases with every change, so that a request that fetched an older state from the provider detects the change. */
    version: 'number',
    /** The plan without billing. It applies again when the bought plan is lower or has ended. */
    given_plan: word<PlanId>(),
    given_until: 'milliseconds?',
    given_source: word<'default' | 'admin'>(),
    /** The latest payment page, and its price. */
    session_id: 'key?',
    session_price: 'key?',
    /** The number of payment pages so far. It is part of the idempotency key, so that two concurrent requests get the same page. */
    session_count: 'number',
    /** The time of the account's deletion. */
    closing_at: 'milliseconds?',
    /** The time of the next try at the provider. */
    next_attempt_at: 'milliseconds?',
    attempts: 'number',
    created_at: 'milliseconds',
  },
  // The row is not deleted with the user, because the provider must still be informed after the account is deleted.
  unique: [['user_id', 'is_live']],
  indexes: [['next_attempt_at']],
})

/** A subscription in its latest fetched state. */
export type BillingSubscriptionTable = RowOf<typeof billingSubscriptions>
const billingSubscriptions = table('billing_subscriptions', {
  columns: {
    /** The provider's id. */
    id: 'key',
    customer_id: 'key',
    status: 'word',
    /** The price and its plan; null for a price that is not one of netbox's. */
    price_id: 'key',
    plan: wordOrNull<PlanId>(),
    period_end: 'milliseconds',
    /** The end of the plan that it grants; null if it grants none. */
    access_until: 'milliseconds?',
    /** Whether the subscription is cancelled: it then ends with its period, or at a separate time. */
    is_ending: 'flag',
    /** The plan after the end of the period; null without a planned change. */
    next_plan: wordOrNull<PlanId>(),
  },
  belongsTo: { customer_id: 'billing_customers' },
  indexes: [['customer_id']],
})

/** A processed event from the payment provider. */
const billingEvents = table('billing_events', {
  columns: {
    /** The provider's id. */
    id: 'key',
    type: 'key',
    received_at: 'milliseconds',
  },
  indexes: [['received_at']],
})

/** The first tables of billing. */
export const billingTables = [billingCustomers, billingSubscriptions, billingEvents] as const
