import { fakeClock } from '@netbox/core/testing'
import { beforeAll, expect, it } from 'vitest'
import { createBudget } from '../../src/billing/budget.ts'
import type { ProviderSubscription } from '../../src/billing/payment-provider.ts'
import type { Database } from '../../src/db/database.ts'
import { createPriceTable } from '../../src/features/billing/price-table.ts'
import { createSynchronize } from '../../src/features/billing/synchronize.ts'
import { newId } from '../../src/random.ts'
import { addUser } from '../support/add-user.ts'
import { describeOnEveryEngine } from '../support/database.ts'

const DAY = 24 * 60 * 60_000
const clock = fakeClock()
const now = clock.now()

const subscription = (given: Partial<ProviderSubscription>): ProviderSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  status: 'active',
  priceId: 'price_pro',
  periodStart: now - DAY,
  periodEnd: now + 29 * DAY,
  cancelAt: null,
  invoicedAt: now - DAY,
  hasSchedule: false,
  ...given,
})

/** What happens to one customer, and the event that tells it. The sixth is what counts in the end. */
const story: readonly { readonly type: string; readonly state: Partial<ProviderSubscription> }[] = [
  { type: 'customer.subscription.created', state: { status: 'incomplete' } },
  { type: 'checkout.session.completed', state: {} },
  { type: 'customer.subscription.updated', state: { priceId: 'price_enterprise' } },
  { type: 'invoice.payment_failed', state: { priceId: 'price_enterprise', status: 'past_due' } },
  { type: 'invoice.paid', state: { priceId: 'price_enterprise' } },
  { type: 'customer.subscription.updated', state: { priceId: 'price_enterprise', cancelAt: now + 29 * DAY } },
]

const permutations = (list: readonly number[]): readonly (readonly number[])[] =>
  list.length < 2
    ? [list]
    : list.flatMap((first) => permutations(list.filter((each) => each !== first)).map((rest) => [first, ...rest]))

describeOnEveryEngine('events that come in any order', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const prices = createPriceTable({ pro: { monthly: 'price_pro' }, enterprise: { monthly: 'price_enterprise' } })

  const addCustomer = async (): Promise<{ readonly user: string; readonly customer: string }> => {
    const [user, customer] = [await addUser(database), `cus_${newId()}`]
    await database.queries
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

  const expected = {
    profile: { plan: 'enterprise', plan_expires_at: now + 29 * DAY, plan_source: 'billing' },
    rows: [
      {
        status: 'active',
        price_id: 'price_enterprise',
        plan: 'enterprise',
        period_end: now + 29 * DAY,
        access_until: now + 29 * DAY,
        is_ending: 1,
      },
    ],
  }

  /** Delivers the events in an order; each has happened when it is delivered, and so has everything that was before it. */
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
      expect((await synchronize(customer, createBudget(clock, 8000), event)).kind).toBe('done')
    }
    // What came first comes once more.
    const again = { id: `evt_${customer}_${order[0]}`, type: 'invoice.paid' }
    expect((await synchronize(customer, createBudget(clock, 8000), again)).kind).toBe('known')
    return endOf(user, customer)
  }

  it('end alike: all 720 orders of six', async () => {
    const orders = permutations([0, 1, 2, 3, 4, 5])
    expect(orders).toHaveLength(720)
    for (let start = 0; start < orders.length; start += 24) {
      const ends = await Promise.all(orders.slice(start, start + 24).map(deliver))
      for (const end of ends) expect(end).toEqual(expected)
    }
  }, 240_000)

  it('end alike when two processes take them at once, and the one with the older news is slower', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, customer } = await addCustomer()
      let asked = 0
      let letFirst = (): void => undefined
      const first = new Promise<void>((resolve) => {
        letFirst = resolve
      })
      const slow = createSynchronize({
        database,
        prices,
        clock,
        provider: {
          subscriptions: async () => {
            const isFirst = asked++ === 0
            // What it was told is old by the time that it gets to write.
            const told = [subscription({ id: `sub_${customer}`, ...story[isFirst ? 1 : 5]?.state })]
            if (isFirst) await first
            return told
          },
        },
      })
      const fast = createSynchronize({
        database,
        prices,
        clock,
        provider: { subscriptions: async () => [subscription({ id: `sub_${customer}`, ...story[5]?.state })] },
      })
      const budget = createBudget(clock, 8000)
      const older = slow(customer, budget, { id: `evt_${customer}_1`, type: 'checkout.session.completed' })
      await fast(customer, budget, { id: `evt_${customer}_5`, type: 'customer.subscription.updated' })
      letFirst()
      expect((await older).kind).toBe('done')
      expect(await endOf(user, customer)).toEqual(expected)
    }
  })

  it('have both their effect and their note, or neither', async () => {
    const { user, customer } = await addCustomer()
    const synchronize = createSynchronize({
      database,
      clock,
      prices,
      provider: {
        // Two rows of one key: the write fails in the middle.
        subscriptions: async () => [subscription({ id: `sub_${customer}` }), subscription({ id: `sub_${customer}` })],
      },
    })
    const event = { id: `evt_${customer}`, type: 'invoice.paid' }
    await expect(synchronize(customer, createBudget(clock, 8000), event)).rejects.toThrow(/unique|duplicate/i)
    const noted = await database.queries.selectFrom('billing_events').selectAll().where('id', '=', event.id).execute()
    expect(noted).toEqual([])
    expect((await endOf(user, customer)).rows).toEqual([])
  })
})
