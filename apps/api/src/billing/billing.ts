import type { BodyOf, ResponseOf } from '@netbox/contract'
import type { CallerUser } from '../caller.ts'

/** The requested purchase. The price determines the plan; `planName` is only the name that the page shows. */
export type Order = BodyOf<'subscription.checkout'>

/** The service that sells plans. Its calls throw `ApiError`s. */
export interface Billing {
  /** Returns the address of the page for buying a plan, or for changing an existing one. */
  checkout(user: CallerUser, order: Order): Promise<string>
  /** Returns the address of the page for managing a subscription. */
  portal(user: CallerUser): Promise<string>
  /** Receives a raw event with its signature. */
  receive(event: string, signature: string | undefined): Promise<void>
}

/** A user's subscription in the contract's form. */
export type SubscriptionInfo = ResponseOf<'subscription.status'>['data']
