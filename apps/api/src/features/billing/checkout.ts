import type { Clock } from '@netbox/core'
import {
  type Budget,
  type PaymentPage,
  type PaymentProvider,
  ProviderFailure,
  type ProviderSubscription,
} from '../../billing/payment-provider.ts'
import type { Database } from '../../db/database.ts'
import type { CallerUser } from '../../http/caller.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Order } from './billing.ts'
import type { Customers } from './customers.ts'
import type { Entitled } from './entitlement.ts'
import type { PriceTable } from './price-table.ts'
import { type BillingCustomer, findCustomer, noteSession } from './repository.ts'
import type { Synchronize } from './synchronize.ts'

/** What buying needs. */
export interface CheckoutOptions {
  readonly database: Database
  readonly provider: Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'closeCheckout' | 'openPortal'>
  readonly customers: Customers
  readonly synchronize: Synchronize
  readonly prices: PriceTable
  readonly clock: Pick<Clock, 'now'>
}

const HOUR = 60 * 60_000
const MINUTE = 60_000
/** What still owes or gives something: whoever has one changes it and buys no second one. */
const STANDING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
const IN_ORDER: ReadonlySet<string> = new Set(['active', 'trialing'])

/** Gives the subscription of ours that stands: the one that gives most, else any that is to be put in order. */
const standing = (entitled: readonly Entitled[]): ProviderSubscription | undefined =>
  entitled
    .filter(({ plan, subscription }) => plan !== null && STANDING.has(subscription.status))
    .toSorted((one, other) => (other.accessUntil ?? 0) - (one.accessUntil ?? 0))[0]?.subscription

/** A change is confirmed on a page of its own, where nothing else has to be settled first. */
const changeOf = (subscription: ProviderSubscription, priceId: string) => {
  const { status, cancelAt, hasSchedule, priceId: present } = subscription
  const isPlain = IN_ORDER.has(status) && cancelAt === null && !hasSchedule
  return isPlain && present !== priceId ? { subscription, priceId } : undefined
}

/** The page that was opened was paid in the meantime: what is known of the customer is old. */
const PAID = Symbol('paid')

/** Makes what opens the page on which a plan is bought or changed. */
export const createCheckout = ({ database, provider, customers, synchronize, prices, clock }: CheckoutOptions) => {
  const { queries } = database

  const isOpen = (page: PaymentPage | undefined): page is PaymentPage & { readonly url: string } =>
    page?.status === 'open' && page.url !== null && page.expiresAt > clock.now() + MINUTE

  /** Gives the page that is open for this price; closes one that is open for another. Undefined when there is none. */
  const openPage = async (customer: BillingCustomer, priceId: string, budget: Budget) => {
    const { session_id: id, session_price: price } = customer
    if (id === null) return undefined
    if (price !== priceId) return (await provider.closeCheckout(id, budget)) === 'complete' ? PAID : undefined
    const page = await provider.readCheckout(id, budget)
    if (isOpen(page)) return page.url
    return page?.status === 'complete' ? PAID : undefined
  }

  const newPage = async (customer: BillingCustomer, priceId: string, budget: Budget): Promise<string> => {
    const hour = Math.floor(clock.now() / HOUR)
    // Two requests at once, also in two processes, make one page: they know the same count.
    const key = `netbox-checkout-${customer.id}-${priceId}-${customer.session_count}-${hour}`
    const order = { customerId: customer.id, userId: customer.user_id, priceId }
    const page = await provider.openCheckout(order, key, budget)
    if (!isOpen(page)) throw new ApiError('billing_failed')
    if (await noteSession(queries, customer, { id: page.id, priceId })) return page.url
    const first = await findCustomer(queries, customer.id)
    if (first?.session_id === page.id) return page.url
    // Somebody else opened another page: two that are open could both be paid.
    await provider.closeCheckout(page.id, budget)
    throw new ApiError('busy', { retryAfter: 1 })
  }

  /** Gives the address of a page; PAID when what was known of the customer turned out to be old. */
  const pageFor = async (customer: BillingCustomer, priceId: string, isSure: boolean, budget: Budget) => {
    const open = await openPage(customer, priceId, budget)
    if (open === PAID && !isSure) return PAID
    return typeof open === 'string' ? open : newPage(customer, priceId, budget)
  }

  const begin = async (user: CallerUser, budget: Budget) => ({
    customer: await customers.create(user, budget),
    present: undefined,
  })

  /** What is known may be older than what was paid: the event of it may still be on its way. */
  const look = async (user: CallerUser, known: BillingCustomer, budget: Budget) => {
    const synchronized = await synchronize(known.id, budget)
    if (synchronized.kind === 'missing')
      return { customer: await customers.replace(user, known, budget), present: undefined }
    return { customer: known, present: standing(synchronized.kind === 'done' ? synchronized.entitled : []) }
  }

  const buy = async (user: CallerUser, priceId: string, budget: Budget): Promise<string> => {
    for (const isSure of [false, true]) {
      const found = await customers.find(user.id)
      const { customer, present } = found === undefined ? await begin(user, budget) : await look(user, found, budget)
      if (present !== undefined) return provider.openPortal(customer.id, changeOf(present, priceId), budget)
      const page = await pageFor(customer, priceId, isSure, budget)
      if (page !== PAID) return page
    }
    throw new ApiError('busy', { retryAfter: 1 })
  }

  /** A customer that the provider has deleted is noticed when a page is opened for them, if not before. */
  const buyAnew = async (user: CallerUser, priceId: string, budget: Budget): Promise<string> => {
    try {
      return await buy(user, priceId, budget)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'missing' || error.param !== 'customer') throw error
      const gone = await customers.find(user.id)
      if (gone === undefined) throw error
      return newPage(await customers.replace(user, gone, budget), priceId, budget)
    }
  }

  return (user: CallerUser, { priceId, planName }: Order, budget: Budget): Promise<string> => {
    if (prices.planOf(priceId) !== undefined) return buyAnew(user, priceId, budget)
    throw new ApiError(prices.lacks(planName) ? 'price_not_configured' : 'price_unknown')
  }
}
