import type { ResponseOf } from '@netbox/contract'
import type { CallerUser } from '../../caller.ts'

/** The requested purchase. */
export interface Order {
  readonly priceId: string
  /** As the page shows the plan. It decides nothing: the price says which plan it is. */
  readonly planName: string
}

/** Selling plans, as the routes see it. Its calls throw `ApiError`s. */
export interface Billing {
  /** Returns the address of the page on which a plan is bought, or changed by who has one. */
  checkout(user: CallerUser, order: Order): Promise<string>
  /** Returns the address of the page on which a subscription is managed. */
  portal(user: CallerUser): Promise<string>
  /** Takes an event as it came, with its signature. */
  receive(event: string, signature: string | undefined): Promise<void>
}

/** A user's subscription as the contract shows it. */
export type SubscriptionInfo = ResponseOf<'subscription.status'>['data']
