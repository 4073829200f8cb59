import type { ResponseOf } from '@netbox/contract'
import type { CallerUser } from '../../http/caller.ts'

/** The payment provider as the routes see it. Its calls throw `ApiError`s. */
export interface Billing {
  /** Gives the address of the page on which a plan is bought. */
  checkout(user: CallerUser, order: { readonly priceId: string; readonly planName: string }): Promise<string>
  /** Gives the address of the page on which a subscription is managed. */
  portal(user: CallerUser): Promise<string>
  /** Takes an event as it came, with its signature. */
  receive(event: string, signature: string | undefined): Promise<void>
}

/** A user's subscription as the contract shows it. */
export type SubscriptionInfo = ResponseOf<'subscription.status'>['data']
