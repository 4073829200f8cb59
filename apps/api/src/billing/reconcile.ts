import { isDeepStrictEqual } from 'node:util'
import type { DatabaseAndClock } from '../database/database.ts'
import type { Customers } from './customers.ts'
import { type Entitled, entitlements, withKeptPlan } from './entitlement.ts'
import { createTimeouts, type PaymentProvider, type ProviderCustomer } from './payment-provider.ts'
import type { PriceTable } from './price-table.ts'
import { findCustomer, listSubscriptions } from './repository.ts'
import { rowOf, type Synchronize } from './synchronize.ts'

/** A customer whose subscriptions differ at the provider and in the database. */
export interface Difference {
  readonly customerId: string
  /** The customer at the provider; undefined if none of its subscriptions is active there. */
  readonly customer: ProviderCustomer | undefined
  /** The price that they pay with, if the database has a plan for their subscription but the settings have none for that price. */
  readonly unknownPrice?: string
}

export interface ReconciliationOptions extends DatabaseAndClock {
  readonly provider: Pick<PaymentProvider, 'isLive' | 'activeSubscriptions'>
  readonly customers: Pick<Customers, 'assign'>
  readonly synchronize: Synchronize
  readonly prices: Pick<PriceTable, 'planOf'>
}

/** The time limits of the whole comparison, and of one call. */
const LIMITS = { whole: 30 * 60_000, call: 20_000 }

/** Creates the comparison with the payment provider, which a database restored from a backup needs. */
export const createReconciliation = (options: ReconciliationOptions) => {
  const { database, provider, customers, synchronize, prices, clock } = options
  const { queries } = database

  /** Lists the customers that differ. Changes nothing. */
  const compare = async (): Promise<Difference[]> => {
    const stored = new Map((await listSubscriptions(queries, provider.isLive)).map((row) => [row.id, row]))
    const found = new Map<string, Difference>()
    const isStored = (customerId: string, entitled: Entitled): boolean => {
      const row = stored.get(entitled.subscription.id)
      return row !== undefined && isDeepStrictEqual({ ...row }, rowOf(customerId, entitled))
    }
    for await (const { customer, subscription } of provider.activeSubscriptions(createTimeouts(clock, LIMITS))) {
      const [entitled] = entitlements([subscription], prices)
      if (entitled !== undefined && withKeptPlan(entitled, stored.get(subscription.id), clock.now()) !== undefined) {
        found.set(customer.id, { customerId: customer.id, customer, unknownPrice: subscription.priceId })
        stored.delete(subscription.id)
      }
      if (entitled === undefined || entitled.accessUntil === null) continue
      if (!isStored(customer.id, entitled) && !found.has(customer.id))
        found.set(customer.id, { customerId: customer.id, customer })
      stored.delete(subscription.id)
    }
    for (const { customer_id: customerId, access_until: until } of stored.values())
      if (until !== null && until > clock.now() && !found.has(customerId))
        found.set(customerId, { customerId, customer: undefined })
    return [...found.values()]
  }

  const isAssigned = async ({ customerId, customer }: Difference): Promise<boolean> =>
    (await findCustomer(queries, customerId)) !== undefined ||
    (customer !== undefined && (await customers.assign(customer)) !== undefined)

  /**
   * Assigns unknown customers to their users, and updates all customers that differ. Returns also the paying customers without an account,
   * and customers who pay with an unknown price: they keep their plan, because the settings may be wrong.
   */
  const synchronizeAll = async () => {
    const unmatched: ProviderCustomer[] = []
    const unpriced: Difference[] = []
    let updated = 0
    for (const difference of await compare()) {
      if (difference.unknownPrice !== undefined) unpriced.push(difference)
      else if (await isAssigned(difference)) {
        await synchronize(difference.customerId, createTimeouts(clock, LIMITS))
        updated += 1
      } else if (difference.customer !== undefined) unmatched.push(difference.customer)
    }
    return { updated, unmatched, unpriced }
  }

  return { compare, synchronizeAll }
}
