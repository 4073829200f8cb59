import type { BodyOf, ResponseOf } from '@netbox/contract'
import type { CallerUser } from '../../caller.ts'

/** The requested purchase. Its `planName` is what the page shows and decides nothing: the price says which plan it is. */
export type Order = BodyOf<'subscription.checkout'>

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
