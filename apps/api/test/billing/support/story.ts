import { fakeClock } from '@netbox/core/testing'
import { expect } from 'vitest'
import { createTimeouts, type ProviderSubscription } from '../../../src/billing/payment-provider.ts'
import type { Database } from '../../../src/database/database.ts'
import { createPriceTable } from '../../../src/billing/price-table.ts'
import { createSynchronize } from '../../../src/billing/synchronize.ts'
import { newId } from '../../../src/random.ts'
import { addUser } from '../../support/rows.ts'

const DAY = 24 * 60 * 60_000
/** The clock of the story. */
export const clock = fakeClock()
const now = clock.now()

/** Creates a subscription in the provider's form. */
export const subscription = (given: Partial<ProviderSubscription>): ProviderSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  status: 'active',
  priceId: 'price_pro',
  periodStart: now - DAY,
  periodEnd: now + 29 * DAY,
  cancelAt: null,
  invoicedAt: now - DAY,
  hasSchedule: false,
  nextPriceId: null,
  ...given,
})

/** The steps of one customer, with their events. The sixth is the final state. */
export const story: readonly { readonly type: string; readonly state: Partial<ProviderSubscription> }[] = [
  { type: 'customer.subscription.created', state: { status: 'incomplete' } },
  { type: 'checkout.session.completed', state: {} },
  { type: 'customer.subscription.updated', state: { priceId: 'price_enterprise' } },
  { type: 'invoice.payment_failed', state: { priceId: 'price_enterprise', status: 'past_due' } },
  { type: 'invoice.paid', state: { priceId: 'price_enterprise' } },
  { type: 'customer.subscription.updated', state: { priceId: 'price_enterprise', cancelAt: now + 29 * DAY } },
]

/** The prices in the story. */
export const prices = createPriceTable({ pro: { monthly: 'price_pro' }, enterprise: { monthly: 'price_enterprise' } })

/** The content of the database after all events, in any order. */
export const EXPECTED = {
  profile: { plan: 'enterprise', plan_expires_at: now + 29 * DAY, plan_source: 'billing' },
  rows: [
    {
      status: 'active',
      price_id: 'price_enterprise',
      plan: 'enterprise',
      period_end: now + 29 * DAY,
      access_until: now + 29 * DAY,
      is_ending: 1,
      next_plan: null,
    },
  ],
}

/** Creates the functions that deliver the story to a database. */
export const storyIn = (database: Database) => {
  const addCustomer = async (): Promise<{ readonly user: string; readonly customer: string }> => {
    const [user, customer] = [await addUser(database), `cus_${newId()}`]
    await database.writer
      .insertInto('billing_customers')
      .values({
        id: customer,
        user_id: user,
        is_live: 0,
        version: 0,
        given_plan: 'free',
        given_until: null,
        given_source: 'default',
        session_id: null,
        session_price: null,
        session_count: 0,
        closing_at: null,
        next_attempt_at: null,
        attempts: 0,
        created_at: now,
      })
      .execute()
    return { user, customer }
  }

  const endOf = async (user: string, customer: string) => {
    const { queries } = database
    const profile = await queries
      .selectFrom('profiles')
      .select(['plan', 'plan_expires_at', 'plan_source'])
      .where('id', '=', user)
      .executeTakeFirst()
    const rows = await queries
      .selectFrom('billing_subscriptions')
      .selectAll()
      .where('customer_id', '=', customer)
      .execute()
    return { profile, rows: rows.map(({ id: _id, customer_id: _customer, ...row }) => row) }
  }

  /** Delivers the events in a given order. The provider is always in the state after the latest event delivered so far. */
  const deliver = async (order: readonly number[]) => {
    const { user, customer } = await addCustomer()
    let happened = -1
    const synchronize = createSynchronize({
      database,
      prices,
      clock,
      provider: {
        subscriptions: async () => [subscription({ id: `sub_${customer}`, ...story[happened]?.state })],
      },
    })
    for (const index of order) {
      happened = Math.max(happened, index)
      const event = { id: `evt_${customer}_${index}`, type: story[index]?.type ?? '' }
      expect((await synchronize(customer, createTimeouts(clock), event)).kind).toBe('done')
    }
    // The first event is repeated.
    const again = { id: `evt_${customer}_${order[0]}`, type: 'invoice.paid' }
    expect((await synchronize(customer, createTimeouts(clock), again)).kind).toBe('known')
    return endOf(user, customer)
  }

  return { addCustomer, endOf, deliver }
}
