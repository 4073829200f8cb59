import type { PlanId } from '@netbox/core'
import type { Flag } from './accounts.ts'

/** A user as the payment provider knows them. The row outlives its user until the provider has deleted the customer too. */
export interface BillingCustomerTable {
  /** The provider's id. */
  id: string
  user_id: string
  /** Whether the provider takes real money from it. */
  is_live: Flag
  /** Rises with every change: who read an older state at the provider notices that another one was first. */
  version: number
  /** The plan apart from billing; in force again when billing gives less. */
  given_plan: PlanId
  given_until: number | null
  given_source: 'default' | 'admin'
  /** The payment page that was opened last, and for which price. */
  session_id: string | null
  session_price: string | null
  /** How many payment pages there were: part of the key that makes two requests for one page the same. */
  session_count: number
  /** When the account was deleted. */
  closing_at: number | null
  /** The time of the next try at the provider. */
  next_attempt_at: number | null
  attempts: number
  created_at: number
}

/** A subscription as it was when it was last fetched. */
export interface BillingSubscriptionTable {
  /** The provider's id. */
  id: string
  customer_id: string
  status: string
  /** The price, and the plan that it stands for; null for a price that is none of ours. */
  price_id: string
  plan: PlanId | null
  period_end: number
  /** Until when it gives the plan; null when it gives nothing. */
  access_until: number | null
  /** Whether it is canceled: it ends with its period, or at its own time. */
  is_ending: Flag
}

/** An event of the payment provider that had its effect. */
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
