import type { Clock } from '@netbox/core'

/** The remaining time for the payment provider, for all calls of one request. */
export interface Timeouts {
  /** Returns the remaining milliseconds; 0 if none are left. */
  left(): number
  /** The maximum time of one call, in milliseconds. */
  readonly call: number
}

/** A subscription in its current state at the provider. Times are epoch milliseconds. */
export interface ProviderSubscription {
  readonly id: string
  readonly itemId: string
  /** The provider's status: active, trialing, past_due, canceled … */
  readonly status: string
  readonly priceId: string
  readonly periodStart: number
  readonly periodEnd: number
  /** The time when the subscription ends automatically; null if it continues. */
  readonly cancelAt: number | null
  /** The time of the latest invoice; null if there is none. */
  readonly invoicedAt: number | null
  /** Whether a change takes effect at the end of the period. */
  readonly hasSchedule: boolean
  /** The price after that change; null without one. */
  readonly nextPriceId: string | null
}

export interface PaymentPage {
  readonly id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly url: string | null
  readonly expiresAt: number
}

/** A message from the provider with a verified signature. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly isLive: boolean
  /** The object that the event is about; `customerId` is its customer, if it has one. */
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

export interface ProviderCustomer {
  readonly id: string
  readonly email: string
  /** The user for whom the service created the customer. */
  readonly userId: string
}

/** A refund of a period, with the item that had been paid. */
export interface RefundedPayment {
  readonly subscriptionId: string
  /** The end of the paid period, in epoch ms. */
  readonly paidUntil: number
}

/** The payment provider's interface for billing. A call that throws `ProviderFailure` has no effect. */
export interface PaymentProvider {
  /** Whether the provider charges real money. */
  readonly isLive: boolean
  /** Creates a customer. Calls with the same key return the same customer. */
  createCustomer(
    user: { readonly id: string; readonly email: string },
    key: string,
    timeouts: Timeouts,
  ): Promise<string>
  /** Lists this service's customers with an email address, newest first. */
  listCustomers(email: string, timeouts: Timeouts): Promise<readonly ProviderCustomer[]>
  /** Deletes a customer and ends all their subscriptions. A missing customer counts as deleted. */
  deleteCustomer(id: string, timeouts: Timeouts): Promise<void>
  /** Lists all subscriptions of a customer, including ended ones; undefined if there is no such customer. */
  subscriptions(customerId: string, timeouts: Timeouts): Promise<readonly ProviderSubscription[] | undefined>
  /** Lists the subscriptions of all customers of this service that have not ended. */
  activeSubscriptions(
    timeouts: Timeouts,
  ): AsyncIterable<{ readonly customer: ProviderCustomer; readonly subscription: ProviderSubscription }>
  /** Opens a payment page for subscribing to a price. Calls with the same key return the same page. */
  openCheckout(
    order: { readonly customerId: string; readonly userId: string; readonly priceId: string },
    key: string,
    timeouts: Timeouts,
  ): Promise<PaymentPage>
  readCheckout(id: string, timeouts: Timeouts): Promise<PaymentPage | undefined>
  /** Closes a page and returns its new state: a page that was paid in the meantime is complete. */
  closeCheckout(id: string, timeouts: Timeouts): Promise<PaymentPage['status']>
  /** Opens the page on which a customer manages their subscriptions; with a change, the page that confirms it. */
  openPortal(
    customerId: string,
    change: { readonly subscription: ProviderSubscription; readonly priceId: string } | undefined,
    timeouts: Timeouts,
  ): Promise<string>
  /** Ends a subscription at once. A subscription that has already ended stays ended. */
  endSubscription(id: string, timeouts: Timeouts): Promise<void>
  /** Returns the item of a fully refunded payment for a period; undefined for any other payment, such as the difference of an upgrade. */
  refundedPayment(chargeId: string, timeouts: Timeouts): Promise<RefundedPayment | undefined>
  /** Reads a raw message; undefined if its signature is wrong or too old. */
  readEvent(payload: string, signature: string | undefined): ProviderEvent | undefined
}

/**
 * The reason why a call failed: the provider did not respond in time, rejected the key, does not know the object, is still handling another
 * request for the same object, or refused the request.
 */
export type ProviderFailureKind = 'unreachable' | 'locked_out' | 'missing' | 'conflict' | 'refused'

/** The error of a failed request to the provider. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** The faulty parameter, if the provider named one. */
  readonly param: string | undefined

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: { readonly param?: string; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.param = options.param
  }
}

/** The events after which billing fetches the customer again. `npm run stripe:setup` subscribes to them. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'customer.deleted',
] as const

/** The time limits for the payment provider, in milliseconds. */
export interface TimeLimits {
  /** The limit for all calls of one request together. */
  readonly whole: number
  /** The limit for one call, within the remaining total. */
  readonly call: number
}

/** The service's limits: it responds within ten seconds, even if the provider is slow. */
export const TIME_LIMITS: TimeLimits = { whole: 8000, call: 5000 }

/** Creates the timeouts of a request that starts now. */
export const createTimeouts = (clock: Pick<Clock, 'now'>, { whole, call }: TimeLimits = TIME_LIMITS): Timeouts => {
  const end = clock.now() + whole
  return { left: () => Math.max(0, end - clock.now()), call }
}
