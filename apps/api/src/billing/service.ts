import type { Context } from '../context.ts'
import { createClosing } from './closing.ts'
import { createStripeProvider } from './stripe/provider.ts'
import type { PriceIds } from '@netbox/product'
import {
  createTimeouts,
  type PaymentProvider,
  ProviderFailure,
  type TimeLimits,
  type Timeouts,
} from './payment-provider.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { createKeyedSemaphore, createConcurrencyLimit } from '../concurrency.ts'
import type { CallerUser } from '../caller.ts'
import type { Counter } from '../metrics.ts'
import { createCheckout, type Order } from './checkout.ts'
import { createCustomers } from './customers.ts'
import { createEvents, eventOutcomes } from './events.ts'
import { createPriceTable } from './price-table.ts'
import { createReconciliation } from './reconcile.ts'
import { listSubscriptions } from './repository.ts'
import { createSynchronize } from './synchronize.ts'
import type { ResponseOf } from '@netbox/contract'
import { Refusal } from '../refusal.ts'

/** A user's subscription in the contract's form. */
export type SubscriptionInfo = ResponseOf<'subscription.status'>['data']

export interface BillingOptions extends DatabaseAndClock {
  readonly provider: PaymentProvider
  readonly prices: PriceIds
  readonly log: { warn(fields: object, message: string): void }
  /** Counts events by outcome. */
  readonly counted: Counter
  /** The time limits for the provider. */
  readonly timeLimits?: TimeLimits
}

/** The `Retry-After` for clients when the provider failed, in seconds. */
const LATER = 5

const asRefusal = (failure: ProviderFailure): Refusal => {
  const details = { retryAfter: LATER, cause: failure }
  // The provider refuses the key: nothing can be sold until the operator configures another one.
  if (failure.kind === 'locked_out') return new Refusal('billing_unavailable', details)
  if (failure.kind === 'conflict') return new Refusal('busy', details)
  return new Refusal('billing_failed', details)
}

/** The maximum number of requests that wait for the provider, so that a hanging provider does not block other requests. */
const AT_ONCE = 48
/** The maximum number of these requests for one user. */
const AT_ONCE_OF_USER = 4

/** Creates the service that sells plans. Its calls throw `Refusal`s. */
export const createBilling = (options: BillingOptions) => {
  const { database, provider, prices: ids, clock, log, counted, timeLimits } = options
  const prices = createPriceTable(ids)
  const customers = createCustomers({ database, provider, clock })
  const synchronize = createSynchronize({ database, provider, prices, clock })
  const checkout = createCheckout({ database, provider, customers, synchronize, prices, clock })
  const take = createEvents({ database, provider, synchronize, prices, clock, log })
  const limit = createConcurrencyLimit(AT_ONCE, 'busy')
  const limitOfUser = createConcurrencyLimit(AT_ONCE_OF_USER, 'rate_limited')
  const mutex = createKeyedSemaphore()

  /** Serializes the work with the same key: a user, or a customer at the provider. The time in the queue is part of the time limit. */
  const inOrder = async <Result>(key: string, work: (timeouts: Timeouts) => Promise<Result>) => {
    const leave = limit.enter()
    const timeouts = createTimeouts(clock, timeLimits)
    try {
      return await mutex.run(key, () => work(timeouts))
    } catch (error) {
      throw error instanceof ProviderFailure ? asRefusal(error) : error
    } finally {
      leave()
    }
  }

  const forUser = async <Result>(user: CallerUser, work: (timeouts: Timeouts) => Promise<Result>): Promise<Result> => {
    const leave = limitOfUser.enter(user.id)
    try {
      return await inOrder(user.id, work)
    } finally {
      leave()
    }
  }

  const openPortal = async (user: CallerUser, timeouts: Timeouts): Promise<string> => {
    const customer = (await customers.find(user.id)) ?? (await customers.adopt(user, timeouts))
    if (customer === undefined) throw new Refusal('not_subscribed')
    // The event of a recent payment may still be missing.
    if ((await listSubscriptions(database.queries, provider.isLive, user.id)).length === 0) {
      const found = await synchronize(customer.id, timeouts)
      if (found.kind !== 'done' || found.entitled.length === 0) throw new Refusal('not_subscribed')
    }
    return provider.openPortal(customer.id, undefined, timeouts)
  }

  return {
    reconciliation: createReconciliation({ database, provider, customers, synchronize, prices, clock }),
    /** Returns the address of the page for buying a plan, or for changing an existing one. */
    checkout: (user: CallerUser, order: Order): Promise<string> =>
      forUser(user, (timeouts) => checkout(user, order, timeouts)),
    /** Returns the address of the page for managing a subscription. */
    portal: (user: CallerUser): Promise<string> => forUser(user, (timeouts) => openPortal(user, timeouts)),
    /** Receives a raw event with its signature. */
    receive: async (payload: string, signature: string | undefined): Promise<void> => {
      const event = provider.readEvent(payload, signature)
      if (event === undefined) {
        counted.inc({ outcome: 'refused' })
        throw new Refusal('signature_invalid')
      }
      try {
        const outcome = await inOrder(event.customerId ?? event.id, (timeouts) => take(event, timeouts))
        counted.inc({ outcome })
      } catch (error) {
        counted.inc({ outcome: 'failed' })
        throw error
      }
    },
  }
}

export type Billing = ReturnType<typeof createBilling>

/** Returns the address of the page for buying a plan. Without a provider, no price is configured (spec §5). */
export const startCheckout = async (
  billing: Pick<Billing, 'checkout'> | undefined,
  user: CallerUser,
  order: Order,
): Promise<string> => {
  if (billing === undefined) throw new Refusal('price_not_configured')
  return billing.checkout(user, order)
}

/** Opens billing over Stripe: its service, and the job that deletes customers. Undefined if no key is configured. */
export const openBilling = ({ config, database, clock, log, metrics }: Context, timeLimits?: TimeLimits) => {
  const { secretKey, prices, ...settings } = config.billing
  if (secretKey === undefined) return undefined
  const provider = createStripeProvider({ ...settings, secretKey, clock, publicUrl: config.publicUrl })
  const counted = metrics.counter(
    'netbox_billing_events_total',
    'Events from the payment provider, by outcome: done, known (repeated), nobody (not our customer), ignored, refused (wrong signature), failed.',
    {
      outcome: [...eventOutcomes, 'refused', 'failed'],
    },
  )
  const limits = timeLimits === undefined ? {} : { timeLimits }
  const service = createBilling({ database, provider, prices, clock, log, counted, ...limits })
  return { service, closing: createClosing({ database, provider, clock, log }), isLive: provider.isLive }
}
