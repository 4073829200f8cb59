import { FIXED_TIME } from '@netbox/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { subscription } from '../../test/billing/support/story.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { Database } from '../database/database.ts'
import type { ProfileTable } from '../schema.ts'
import { billingRecords, findCustomer } from './repository.ts'
import { createStatus } from './routes.ts'

const DAY = 24 * 60 * 60_000
const END = FIXED_TIME + 29 * DAY

describeOnEveryEngine('a customer after synchronization', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const customer = async (parts: Partial<PaymentProvider> = {}) => {
    const [billing, user] = [billingOn(database, parts), await addBuyer(database)]
    await billing.buy(user)
    const { id } = await billing.customerOf(user)
    return {
      ...billing,
      user,
      id,
      pays: (...given: Parameters<typeof subscription>[0][]): Promise<void> => {
        const rows = given.map((each, index) => subscription({ id: `sub_${user.id}_${index}`, ...each }))
        billing.subscriptions.splice(0, Infinity, ...rows)
        return billing.tell({ customerId: id })
      },
    }
  }
  type ProfilePlan = Pick<ProfileTable, 'plan' | 'plan_expires_at' | 'plan_source'>
  const planOf = ({ id }: { id: string }): Promise<ProfilePlan | undefined> =>
    database.queries
      .selectFrom('profiles')
      .select(['plan', 'plan_expires_at', 'plan_source'])
      .where('id', '=', id)
      .executeTakeFirst()
  const give = ({ id }: { id: string }, plan: ProfilePlan) =>
    database.writer.updateTable('profiles').set(plan).where('id', '=', id).execute()
  const calm = { subscription_past_due: false, subscription_next_tier: null }
  const free = { plan: 'free', plan_expires_at: null, plan_source: 'default' } as const
  const gift = { plan: 'pro', plan_expires_at: FIXED_TIME + DAY, plan_source: 'admin' } as const

  it('has the paid plan, and nothing more after its end', async () => {
    const { pays, user } = await customer()
    await pays({})
    expect(await planOf(user)).toEqual({ plan: 'pro', plan_expires_at: END + 3 * DAY, plan_source: 'billing' })
    await pays({ status: 'canceled' })
    expect(await planOf(user)).toEqual(free)
  })

  it('gets a profile with the plan, if there is none', async () => {
    const { pays, user } = await customer()
    await database.writer.deleteFrom('profiles').where('id', '=', user.id).execute()
    await pays({})
    expect(await planOf(user)).toMatchObject({ plan: 'pro', plan_source: 'billing' })
  })

  it('gets a granted plan back, with its end, after a higher one has ended', async () => {
    const { pays, user } = await customer()
    await pays()
    await give(user, gift)
    await pays({ priceId: 'price_enterprise' })
    expect(await planOf(user)).toMatchObject({ plan: 'enterprise', plan_source: 'billing' })
    await pays({ priceId: 'price_enterprise', periodEnd: END + 30 * DAY })
    await pays()
    expect(await planOf(user)).toEqual(gift)
  })

  it('has a plan that was granted later, whatever was granted before', async () => {
    const { pays, user } = await customer()
    await pays({})
    await give(user, { ...gift, plan: 'enterprise' })
    await pays({})
    expect(await planOf(user)).toEqual({ ...gift, plan: 'enterprise' })
  })

  it('keeps a granted plan as a new customer, in place of one that the provider has deleted', async () => {
    const { pays, user, buy, customerOf } = await customer()
    await pays()
    await give(user, gift)
    await pays({ priceId: 'price_enterprise' })
    const gone = await customerOf(user)
    const other = billingOn(database, { subscriptions: async () => undefined })
    await other.buy(user)
    const present = await customerOf(user)
    expect(present.id).not.toBe(gone.id)
    expect(present).toMatchObject({ given_plan: 'pro', given_until: gift.plan_expires_at, given_source: 'admin' })
    expect(await planOf(user)).toEqual(gift)
    await buy(user)
  })

  it('keeps nothing with a live key: a plan bought with a test key was not a grant', async () => {
    const { pays, user } = await customer()
    await pays({})
    const live = billingOn(database, { isLive: true })
    await live.buy(user)
    const rows = await database.queries
      .selectFrom('billing_customers')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    await live.tell({ isLive: true, customerId: rows.find(({ is_live }) => is_live === 1)?.id })
    expect(await planOf(user)).toEqual(free)
  })

  it('gets no plan and buys nothing while the account is being deleted', async () => {
    const { pays, user, id } = await customer()
    await pays()
    await database.writer.updateTable('billing_customers').set({ closing_at: 1 }).where('id', '=', id).execute()
    await pays({})
    expect(await planOf(user)).toEqual(free)
    const gone = billingOn(database, { subscriptions: async () => undefined })
    await gone.buy(user)
    const late = await addBuyer(database)
    const { buy } = billingOn(database, {
      createCustomer: async () => {
        await database.writer
          .insertInto('billing_customers')
          .values({ ...(await gone.customerOf(user)), id: `cus_${late.id}`, user_id: late.id, closing_at: 1 })
          .execute()
        return `cus_other_${late.id}`
      },
    })
    await expect(buy(late)).rejects.toMatchObject({ code: 'billing_failed' })
  })

  it('that changes concurrently again and again is retried later, and stays unchanged', async () => {
    const { id, user } = await customer()
    let asked = 0
    const { tell } = billingOn(database, {
      subscriptions: async () => {
        asked += 1
        await database.writer
          .updateTable('billing_customers')
          .set((row) => ({ version: row('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        return [subscription({ id: `sub_${user.id}` })]
      },
    })
    await expect(tell({ customerId: id })).rejects.toMatchObject({ code: 'busy', retryAfter: 1 })
    expect(asked).toBe(5)
    expect(await billingRecords(database.queries, user.id)).toMatchObject([{ customer: id, subscription: null }])
  })

  it('is written once for an event that two processes handle at the same time', async () => {
    const { id, user } = await customer()
    const event = { id: `evt_${user.id}`, customerId: id }
    let letGo: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const slow = billingOn(database, {
      subscriptions: async () => {
        await gone
        return []
      },
    })
    const late = slow.tell(event)
    const first = billingOn(database)
    await first.tell(event)
    letGo()
    await late
    expect([first.outcomes, slow.outcomes]).toEqual([[{ outcome: 'done' }], [{ outcome: 'known' }]])
    expect((await findCustomer(database.queries, id))?.version).toBe(1)
  })

  describe('sees', () => {
    const statusOf = (user: { id: string }, isLive = false) =>
      planOf(user).then((profile) => createStatus(database, isLive)({ id: user.id, plan: profile?.plan ?? 'free' }))
    const until = (end: number | null) => (end === null ? null : new Date(end).toISOString())

    it('the end of the period, not of the days after it', async () => {
      const { pays, user } = await customer()
      await pays({})
      expect(await statusOf(user)).toEqual({
        subscribed: true,
        subscription_tier: 'pro',
        subscription_end: until(END),
        subscription_renews: true,
        ...calm,
      })
      // With a key of the other mode, that subscription is unknown.
      expect((await statusOf(user, true)).subscription_end).toBe(until(END + 3 * DAY))
    })

    it('only the end of the plan that applies, of several subscriptions', async () => {
      const { pays, user } = await customer()
      const enterprise = { priceId: 'price_enterprise' }
      const longer = END + 90 * DAY
      await pays(
        { cancelAt: END + 3 * DAY, periodEnd: longer },
        { ...enterprise, cancelAt: FIXED_TIME + DAY, periodEnd: longer },
        { ...enterprise, periodEnd: END },
      )
      expect((await statusOf(user)).subscription_end).toBe(until(END))
      // Of two subscriptions that end at the same time, the one with the longer period is shown.
      await pays({ cancelAt: END, periodEnd: END - DAY }, { cancelAt: END, periodEnd: END })
      expect(await statusOf(user)).toMatchObject({ subscription_end: until(END), subscription_renews: false })
      await pays({ status: 'past_due', invoicedAt: FIXED_TIME })
      expect((await statusOf(user)).subscription_end).toBe(until(FIXED_TIME + 7 * DAY))
      await pays()
      expect(await statusOf(user)).toMatchObject({ subscribed: false, subscription_tier: null, subscription_end: null })
    })

    it('the end of a granted plan, or none, regardless of subscriptions', async () => {
      const { pays, user } = await customer()
      await pays({})
      await give(user, { ...gift, plan_expires_at: END + 3 * DAY })
      expect((await statusOf(user)).subscription_end).toBe(until(END + 3 * DAY))
      await pays({ status: 'canceled' })
      await give(user, { ...gift, plan_expires_at: null })
      expect(await statusOf(user)).toEqual({
        subscribed: true,
        subscription_tier: 'pro',
        subscription_end: null,
        subscription_renews: false,
        ...calm,
      })
    })

    it('the customer and each subscription in the copy of their data', async () => {
      const { pays, user, id } = await customer()
      const customer_since = until(FIXED_TIME)
      expect(await billingRecords(database.queries, user.id)).toEqual([
        {
          customer: id,
          subscription: null,
          status: null,
          plan: null,
          price: null,
          customer_since,
          period_end: null,
          ends_with_period: false,
        },
      ])
      await pays({}, { cancelAt: END, priceId: 'price_of_something_else' })
      const period_end = until(END)
      const same = { customer: id, status: 'active', customer_since, period_end }
      expect(await billingRecords(database.queries, user.id)).toEqual([
        { ...same, subscription: `sub_${user.id}_0`, plan: 'pro', price: 'price_pro', ends_with_period: false },
        {
          ...same,
          subscription: `sub_${user.id}_1`,
          plan: null,
          price: 'price_of_something_else',
          ends_with_period: true,
        },
      ])
    })
  })
})
