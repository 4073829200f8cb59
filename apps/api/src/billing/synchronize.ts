import type { PaymentProvider, ProviderEvent, Timeouts } from './payment-provider.ts'
import { insertMissingProfiles } from '../accounts/users/deletion-repository.ts'
import { insertIgnore, updateRow } from '../database/dialects.ts'
import type { DatabaseAndClock, Queries, Reader } from '../database/database.ts'
import type { BillingSubscriptionTable } from '../schema.ts'
import { boughtPlan, countsMore, type Entitled, entitlements, withKeptPlan } from './entitlement.ts'
import type { PriceTable } from './price-table.ts'
import {
  type BillingCustomer,
  changeCustomer,
  findCustomer,
  isKnownEvent,
  listSubscriptions,
  readPlan,
  replaceSubscriptions,
} from './repository.ts'
import { Refusal } from '../refusal.ts'

export interface SynchronizeOptions extends DatabaseAndClock {
  readonly provider: Pick<PaymentProvider, 'subscriptions'>
  readonly prices: Pick<PriceTable, 'planOf'>
}

/** The outcome: done, the event was already processed, the customer is not one of netbox's, or the provider does not know it. */
export type Synchronized =
  | { readonly kind: 'done'; readonly customer: BillingCustomer; readonly entitled: readonly Entitled[] }
  | { readonly kind: 'known' | 'nobody' }
  | { readonly kind: 'missing'; readonly customer: BillingCustomer }

/** Fetches a customer's subscriptions and sets the resulting plan of the user. */
export type Synchronize = (
  customerId: string,
  timeouts: Timeouts,
  event?: Pick<ProviderEvent, 'id' | 'type'>,
) => Promise<Synchronized>

/** The maximum number of attempts, because other processes may write first. */
const MOST_ATTEMPTS = 5

/** Returns the row of a subscription. */
export const rowOf = (
  customerId: string,
  { subscription, plan, accessUntil, nextPlan }: Entitled,
): BillingSubscriptionTable => ({
  id: subscription.id,
  customer_id: customerId,
  status: subscription.status,
  price_id: subscription.priceId,
  plan,
  period_end: subscription.periodEnd,
  access_until: accessUntil,
  is_ending: subscription.cancelAt === null ? 0 : 1,
  next_plan: nextPlan,
})

/** Returns the plan without billing: the profile's plan until billing set it, and the saved one afterwards. */
const basePlanOf = async (queries: Reader, customer: BillingCustomer) => {
  const profile = await readPlan(queries, customer.user_id)
  if (profile === undefined || profile.plan_source === 'billing') {
    const { given_plan, given_until, given_source } = customer
    return { given_plan, given_until, given_source }
  }
  const { plan, plan_expires_at, plan_source } = profile
  return { given_plan: plan, given_until: plan_expires_at, given_source: plan_source }
}

type BasePlan = Awaited<ReturnType<typeof basePlanOf>>

const writePlan = async (
  queries: Queries,
  userId: string,
  { given_plan, given_until, given_source }: BasePlan,
  { entitled, now }: { readonly entitled: readonly Entitled[]; readonly now: number },
): Promise<void> => {
  const bought = boughtPlan(entitled, now)
  const isBought = countsMore(bought, { plan: given_plan, until: given_until }, now)
  const plan = isBought
    ? { plan: bought.plan, plan_expires_at: bought.until, plan_source: 'billing' as const }
    : { plan: given_plan, plan_expires_at: given_until, plan_source: given_source }
  await updateRow(queries, 'profiles', userId, plan)
}

/**
 * Creates the function that updates a customer. Every write uses data that was fetched after the previous write: the updater reads a customer's
 * version before it queries the provider, and writes only if the version is still the same. So the latest fetched state remains, for any
 * order of events and any number of processes.
 */
export const createSynchronize = ({ database, provider, prices, clock }: SynchronizeOptions): Synchronize => {
  const { queries, engine } = database

  const write = (
    customer: BillingCustomer,
    entitled: readonly Entitled[],
    event?: Pick<ProviderEvent, 'id' | 'type'>,
  ) =>
    database.transaction(async (transaction) => {
      const now = clock.now()
      const basePlan = await basePlanOf(transaction, customer)
      // The change of the customer is the first write, because it takes the lock. It also shows whether another process was faster, even
      // with this event.
      if (!(await changeCustomer(transaction, customer, basePlan))) return false
      if (event !== undefined) {
        const processed = { id: event.id, type: event.type, received_at: now }
        await insertIgnore(transaction, engine, 'billing_events', processed)
      }
      await replaceSubscriptions(
        transaction,
        customer.id,
        entitled.map((each) => rowOf(customer.id, each)),
      )
      await insertMissingProfiles(transaction, customer.user_id)
      if (customer.closing_at === null) await writePlan(transaction, customer.user_id, basePlan, { entitled, now })
      return true
    })

  return async (customerId, timeouts, event) => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const customer = await findCustomer(queries, customerId)
      if (customer === undefined) return { kind: 'nobody' }
      if (event !== undefined && (await isKnownEvent(queries, event.id))) return { kind: 'known' }
      const subscriptions = await provider.subscriptions(customerId, timeouts)
      const stored = new Map(
        (await listSubscriptions(queries, customer.is_live === 1, customer.user_id)).map((row) => [row.id, row]),
      )
      const entitled = entitlements(subscriptions ?? [], prices).map(
        (each) => withKeptPlan(each, stored.get(each.subscription.id), clock.now()) ?? each,
      )
      if (await write(customer, entitled, event))
        return subscriptions === undefined ? { kind: 'missing', customer } : { kind: 'done', customer, entitled }
    }
    throw new Refusal('busy', { retryAfter: 1 })
  }
}
