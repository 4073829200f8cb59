/** Time that a piece of work has left for the payment provider, all its calls together. */
export interface Budget {
  /** Milliseconds; 0 when nothing is left. */
  left(): number
  /** Milliseconds that one call may take at most. */
  readonly call: number
}

/** A subscription as the provider tells it at this moment. Times are epoch milliseconds. */
export interface ProviderSubscription {
  readonly id: string
  readonly itemId: string
  /** The provider's own word: active, trialing, past_due, canceled … */
  readonly status: string
  readonly priceId: string
  readonly periodStart: number
  readonly periodEnd: number
  /** When it ends by itself; null when it continues. */
  readonly cancelAt: number | null
  /** When its latest invoice was made; null without one. */
  readonly invoicedAt: number | null
  /** Whether a change waits for the end of the period. */
  readonly hasSchedule: boolean
}

/** A page on which something is paid. */
export interface PaymentPage {
  readonly id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly url: string | null
  readonly expiresAt: number
}

/** A message of the provider, its signature checked. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly isLive: boolean
  /** The id of its subject, and of its customer where it has one. */
  readonly objectId: string | undefined
  readonly customerId: string | undefined
}

/** The refund, and the item that it had paid. */
export interface RefundedPayment {
  readonly subscriptionId: string
  /** The end of the time that had been paid, in epoch ms. */
  readonly paidUntil: number
}

/** The payment provider as billing needs it. Its calls throw `ProviderFailure`; none changes anything after that. */
export interface PaymentProvider {
  /** Whether it takes real money. */
  readonly isLive: boolean
  /** Makes a customer; the same one for the same key. */
  createCustomer(user: { readonly id: string; readonly email: string }, key: string, budget: Budget): Promise<string>
  /** Deletes a customer, which ends all subscriptions. One that is not there is equivalent to deleted. */
  deleteCustomer(id: string, budget: Budget): Promise<void>
  /** Lists all subscriptions of a customer, also those that are over; undefined when there is no such customer. */
  subscriptions(customerId: string, budget: Budget): Promise<readonly ProviderSubscription[] | undefined>
  /** Opens a page on which a price is subscribed to; the same one for the same key. */
  openCheckout(
    order: { readonly customerId: string; readonly userId: string; readonly priceId: string },
    key: string,
    budget: Budget,
  ): Promise<PaymentPage>
  readCheckout(id: string, budget: Budget): Promise<PaymentPage | undefined>
  /** Closes a page and returns its new state: one that was paid meanwhile is complete. */
  closeCheckout(id: string, budget: Budget): Promise<PaymentPage['status']>
  /** Opens the page on which a customer manages their subscriptions; with a change, where that is confirmed. */
  openPortal(
    customerId: string,
    change: { readonly subscription: ProviderSubscription; readonly priceId: string } | undefined,
    budget: Budget,
  ): Promise<string>
  /** Ends a subscription at once. One that is over already stays so. */
  endSubscription(id: string, budget: Budget): Promise<void>
  /** Returns the item of a fully refunded payment; undefined for any other. */
  refundedPayment(chargeId: string, budget: Budget): Promise<RefundedPayment | undefined>
  /** Reads a message as it came; undefined when its signature is wrong or too old. */
  readEvent(payload: string, signature: string | undefined): ProviderEvent | undefined
}

/**
 * The reason why the provider failed: netbox could not reach it in time, it rejects our key, it doesn't
 * know the object, another request for the same object is running, or it refused.
 */
export type ProviderFailureKind = 'unreachable' | 'locked_out' | 'missing' | 'conflict' | 'refused'

/** Thrown when the provider did not do what it was asked. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** Which parameter was at fault, where it said so. */
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

/** Lists the events after which a customer is looked at again: those that `npm run stripe:setup` asks the provider for. */
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
