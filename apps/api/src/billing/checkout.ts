import type { Clock } from '@netbox/core'
import { HOUR, MINUTE } from '../clock.ts'
import {
  type Timeouts,
  type PaymentPage,
  type PaymentProvider,
  ProviderFailure,
  type ProviderSubscription,
} from './payment-provider.ts'
import type { Connections, DatabaseAndClock } from '../database/database.ts'
import { type BillingCustomer, findCustomer, noteSession } from './repository.ts'
import { Refusal } from '../refusal.ts'
import type { BodyOf } from '@netbox/contract'
import type { CallerUser } from '../caller.ts'
import type { Customers } from './customers.ts'
import type { Entitled } from './entitlement.ts'
import type { PriceTable } from './price-table.ts'
import type { Synchronize } from './synchronize.ts'

export interface PaymentPagesOptions {
  readonly database: Connections
  readonly provider: Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'closeCheckout'>
  readonly clock: Pick<Clock, 'now'>
}

/** The result if the customer has already paid on the open page. The stored customer is then outdated. */
const PAID = Symbol('paid')

const createPaymentPages = ({ database: { queries, writer }, provider, clock }: PaymentPagesOptions) => {
  const isOpen = (page: PaymentPage | undefined): page is PaymentPage & { readonly url: string } =>
    page?.status === 'open' && page.url !== null && page.expiresAt > clock.now() + MINUTE

  /**
   * Returns the open page for this price, or `PAID` if the customer has paid on the open page. Closes an open page for another price.
   * Returns undefined if no page is left.
   */
  const openPage = async (customer: BillingCustomer, priceId: string, timeouts: Timeouts) => {
    const { session_id: id, session_price: price } = customer
    if (id === null) return undefined
    if (price !== priceId) return (await provider.closeCheckout(id, timeouts)) === 'complete' ? PAID : undefined
    const page = await provider.readCheckout(id, timeouts)
    if (isOpen(page)) return page.url
    return page?.status === 'complete' ? PAID : undefined
  }

  const open = async (customer: BillingCustomer, priceId: string, timeouts: Timeouts): Promise<string> => {
    const hour = Math.floor(clock.now() / HOUR)
    // Two concurrent requests, even in two processes, create only one page, because both have read the same count.
    const key = `netbox-checkout-${customer.id}-${priceId}-${customer.session_count}-${hour}`
    const order = { customerId: customer.id, userId: customer.user_id, priceId }
    const page = await provider.openCheckout(order, key, timeouts)
    if (!isOpen(page)) throw new Refusal('billing_failed')
    if (await noteSession(writer, customer, { id: page.id, priceId })) return page.url
    const first = await findCustomer(queries, customer.id)
    if (first?.session_id === page.id) return page.url
    // Another request has opened another page. Both could be paid, so this one is closed.
    await provider.closeCheckout(page.id, timeouts)
    throw new Refusal('busy', { retryAfter: 1 })
  }

  return {
    /** Returns the address of the open page for a price, or of a new one; `PAID` if the customer has already paid on the open page. */
    find: async (customer: BillingCustomer, priceId: string, timeouts: Timeouts): Promise<string | typeof PAID> =>
      (await openPage(customer, priceId, timeouts)) ?? open(customer, priceId, timeouts),
    /** Opens a new page and returns its address. */
    open,
  }
}

/** The requested purchase. The price determines the plan; `planName` is only the name that the page shows. */
export type Order = BodyOf<'subscription.checkout'>

export interface CheckoutOptions extends DatabaseAndClock {
  readonly provider: Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'closeCheckout' | 'openPortal'>
  readonly customers: Customers
  readonly synchronize: Synchronize
  readonly prices: PriceTable
}

/**
 * The subscription states that grant a plan or await a payment: the owner must change such a subscription instead of buying a second one.
 */
const STANDING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
const IN_ORDER: ReadonlySet<string> = new Set(['active', 'trialing'])

/** Returns the subscription that the owner must change: of several, the one whose access lasts longest. */
const standing = (entitled: readonly Entitled[]): ProviderSubscription | undefined =>
  entitled
    .filter(({ plan, subscription }) => plan !== null && STANDING.has(subscription.status))
    .toSorted((one, other) => (other.accessUntil ?? 0) - (one.accessUntil ?? 0))[0]?.subscription

/**
 * Returns the change that the portal's page confirms; undefined if the price is the same, or if the subscription is ending, has a scheduled
 * change or an open payment.
 */
const changeOf = (subscription: ProviderSubscription, priceId: string) => {
  const { status, cancelAt, hasSchedule, priceId: present } = subscription
  const isPlain = IN_ORDER.has(status) && cancelAt === null && !hasSchedule
  return isPlain && present !== priceId ? { subscription, priceId } : undefined
}

/** Creates the function that opens the page for buying or changing a plan. */
export const createCheckout = ({ database, provider, customers, synchronize, prices, clock }: CheckoutOptions) => {
  const pages = createPaymentPages({ database, provider, clock })

  /** Fetches the current state. The stored state may be older than the payment, because the payment's event may still be in transit. */
  const look = async (user: CallerUser, known: BillingCustomer, timeouts: Timeouts) => {
    const synchronized = await synchronize(known.id, timeouts)
    if (synchronized.kind === 'missing')
      return { customer: await customers.replace(user, known, timeouts), present: undefined }
    return { customer: known, present: standing(synchronized.kind === 'done' ? synchronized.entitled : []) }
  }

  const begin = async (user: CallerUser, timeouts: Timeouts) => {
    const adopted = await customers.adopt(user, timeouts)
    if (adopted !== undefined) return look(user, adopted, timeouts)
    return { customer: await customers.create(user, timeouts), present: undefined }
  }

  const buy = async (user: CallerUser, priceId: string, timeouts: Timeouts, isSure = false): Promise<string> => {
    const found = await customers.find(user.id)
    const { customer, present } = found === undefined ? await begin(user, timeouts) : await look(user, found, timeouts)
    if (present !== undefined) return provider.openPortal(customer.id, changeOf(present, priceId), timeouts)
    const page = await pages.find(customer, priceId, timeouts)
    if (page !== PAID) return page
    // After the second check, all payments are known. If they grant no plan, the user may buy again.
    return isSure ? pages.open(customer, priceId, timeouts) : buy(user, priceId, timeouts, true)
  }

  /** Handles a customer that the provider has deleted, which is noticed at the latest when a page is opened. */
  const buyAnew = async (user: CallerUser, priceId: string, timeouts: Timeouts): Promise<string> => {
    try {
      return await buy(user, priceId, timeouts)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'missing' || error.param !== 'customer') throw error
      const gone = await customers.find(user.id)
      if (gone === undefined) throw error
      return pages.open(await customers.replace(user, gone, timeouts), priceId, timeouts)
    }
  }

  return (user: CallerUser, { priceId, planName }: Order, timeouts: Timeouts): Promise<string> => {
    if (prices.planOf(priceId) !== undefined) return buyAnew(user, priceId, timeouts)
    throw new Refusal(prices.lacks(planName) ? 'price_not_configured' : 'price_unknown')
  }
}
