import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { DAY, FAILING, GOOD, openShop, type Shop } from './support/shop.ts'

const start = '2026-11-20T12:00:00Z'

describeOnEveryEngine('a subscription', (open) => {
  // It stands still but for tests that move it; the provider's time is moved by itself, as with a test clock.
  const clock = setClock(start)
  let shop: Shop
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url(), clock })
  })
  afterAll(() => shop.stop())

  const free = { subscribed: false, tier: null, end: null }

  describe('that is bought', () => {
    it('gives the plan at once, until the period ends and some days more', async () => {
      const user = await shop.api.user()
      expect(await shop.status(user)).toEqual(free)
      await shop.buy(user, shop.prices.pro.monthly)
      expect(await shop.plan(user)).toBe('pro')
      expect(await shop.status(user)).toEqual({ subscribed: true, tier: 'pro', end: '2026-12-20T12:00:00.000Z' })
      const slack = Date.parse('2026-12-23T12:00:00Z')
      expect(await shop.profile(user)).toEqual({ plan: 'pro', plan_expires_at: slack, plan_source: 'billing' })
    })

    it.each([
      ['pro', 'annual', '2027-11-20T12:00:00.000Z'],
      ['enterprise', 'monthly', '2026-12-20T12:00:00.000Z'],
      ['enterprise', 'annual', '2027-11-20T12:00:00.000Z'],
    ] as const)('gives %s for the price of it, %s', async (plan, interval, end) => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices[plan][interval])
      expect(await shop.status(user)).toEqual({ subscribed: true, tier: plan, end })
    })

    it('gives the plan of the price, whatever name the client sends', async () => {
      const { bearer, ...user } = await shop.api.user()
      const body = { priceId: shop.prices.pro.monthly, planName: 'Enterprise' }
      const { url } = (await shop.api.call('subscription.checkout', { bearer, body })).body
      await shop.pay(url)
      expect(await shop.plan({ bearer, ...user })).toBe('pro')
    })

    it('comes back to the pages of netbox, and nowhere else', async () => {
      const user = await shop.api.user()
      const { to } = await shop.submit(await shop.order(user, shop.prices.pro.monthly), { number: GOOD })
      expect(to).toBe('http://netbox.example/dashboard?checkout=success')
      await shop.double.settled()
    })

    it('is none when the card is declined, and can be tried again on the same page', async () => {
      const user = await shop.api.user()
      const page = await shop.order(user, shop.prices.pro.monthly)
      expect((await shop.submit(page, { number: '4000000000000002' })).status).toBe(402)
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('free')
      await shop.pay(page)
      expect(await shop.plan(user)).toBe('pro')
    })

    it('renews, and goes on', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const { end } = await shop.status(user)
      await shop.pass(31)
      const later = await shop.status(user)
      expect(later.tier).toBe('pro')
      expect(Date.parse(later.end ?? '')).toBeGreaterThan(Date.parse(end ?? ''))
    })

    it('ends without news when those never come', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const { plan_expires_at: until } = await shop.profile(user)
      const away = (until ?? 0) - clock.now()
      clock.advance(away - 1)
      expect((await shop.profile(user)).plan).toBe('pro')
      clock.advance(1)
      const account = await shop.api.core.accounts.find(user.id)
      clock.advance(-away)
      expect(account?.plan).toBe('free')
    })
  })

  describe('that is changed', () => {
    it('is better at once', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      // Who has a plan confirms the change: no second subscription is bought.
      const page = await shop.order(user, shop.prices.enterprise.monthly)
      expect(page).toContain('/p/session/')
      expect((await shop.submit(page, { action: 'confirm' })).to).toBe(
        'http://netbox.example/dashboard?checkout=success',
      )
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('enterprise')
      await expect(shop.subscriptionOf(user)).resolves.toMatch(/^sub_/)
    })

    it('is less only when the period is over', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.enterprise.monthly)
      await shop.submit(await shop.order(user, shop.prices.pro.monthly), { action: 'confirm' })
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('enterprise')
      await shop.pass(31)
      expect(await shop.plan(user)).toBe('pro')
    })

    it('goes on when the change is taken back', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.enterprise.monthly)
      await shop.manage(user, { action: 'update', price: shop.prices.pro.monthly })
      await shop.manage(user, { action: 'release' })
      await shop.pass(31)
      expect(await shop.plan(user)).toBe('enterprise')
    })

    it('leads to the portal, not to another page to pay, when it is the same, is ending or waits for a change', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const sessions = Object.keys(shop.double.tables.sessions).length
      const visit = async (price: string) => {
        const id = (await shop.order(user, price)).split('/').at(-1) ?? ''
        return shop.double.tables.portalSessions[id]?.flow
      }
      expect(await visit(shop.prices.pro.monthly)).toBeNull()
      await shop.manage(user, { action: 'cancel' })
      expect(await visit(shop.prices.enterprise.monthly)).toBeNull()
      await shop.manage(user, { action: 'resume' })
      expect(await visit(shop.prices.enterprise.monthly)).not.toBeNull()
      await shop.manage(user, { action: 'update', price: shop.prices.pro.annual })
      expect(Object.keys(shop.double.tables.sessions)).toHaveLength(sessions)
    })
  })

  describe('that is canceled', () => {
    it('gives the plan until the period ends, and then no more', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const { end } = await shop.status(user)
      await shop.manage(user, { action: 'cancel' })
      expect(await shop.status(user)).toEqual({ subscribed: true, tier: 'pro', end })
      expect((await shop.profile(user)).plan_expires_at).toBe(Date.parse(end ?? ''))
      await shop.pass(31)
      expect(await shop.status(user)).toEqual(free)
      expect(await shop.profile(user)).toEqual({ plan: 'free', plan_expires_at: null, plan_source: 'default' })
    })

    it('goes on when that is taken back in time', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      await shop.manage(user, { action: 'cancel' })
      await shop.manage(user, { action: 'resume' })
      await shop.pass(31)
      expect(await shop.plan(user)).toBe('pro')
    })

    it('can be bought again', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      await shop.manage(user, { action: 'cancel' })
      await shop.pass(31)
      await shop.buy(user, shop.prices.enterprise.annual)
      expect(await shop.plan(user)).toBe('enterprise')
    })
  })

  describe('whose payment fails', () => {
    const failing = async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly, FAILING)
      const { tables } = shop.double
      const subscription = tables.subscriptions[await shop.subscriptionOf(user)]
      const end = subscription?.items.data[0]?.current_period_end ?? 0
      shop.double.advance(end - shop.double.world.now() + 60)
      await shop.double.settled()
      expect(subscription?.status).toBe('past_due')
      return { user, end }
    }

    it('gives the plan for seven days more, and ends when no try went well', async () => {
      const { user, end } = await failing()
      expect(await shop.plan(user)).toBe('pro')
      expect((await shop.profile(user)).plan_expires_at).toBe((end + 7 * DAY) * 1000)
      expect((await shop.status(user)).end).toBe(new Date((end + 7 * DAY) * 1000).toISOString())
      await shop.pass(8)
      expect(await shop.status(user)).toEqual(free)
    })

    it('goes on with another card', async () => {
      const { user } = await failing()
      await shop.manage(user, { action: 'card', number: GOOD })
      expect(await shop.plan(user)).toBe('pro')
      await shop.pass(8)
      expect(await shop.plan(user)).toBe('pro')
    })

    it('leads to the portal, where it can be put in order', async () => {
      const { user } = await failing()
      expect(await shop.order(user, shop.prices.enterprise.monthly)).toContain('/p/session/')
    })
  })

  describe('whose money is given back', () => {
    const chargeOf = async (user: Parameters<Shop['customerOf']>[0]) => {
      const customer = await shop.customerOf(user)
      const charge = Object.values(shop.double.tables.charges).find((row) => row.customer === customer)
      if (charge === undefined) throw new Error('Nothing was paid')
      return charge.id
    }
    const refund = async (charge: string, amount?: string) => {
      const body = new URLSearchParams({ charge, ...(amount === undefined ? {} : { amount }) })
      const headers = { authorization: 'Bearer sk_test_support' }
      const answer = await fetch(`${shop.double.url}/v1/refunds`, { method: 'POST', body, headers })
      expect(answer.status).toBe(200)
      await shop.double.settled()
    }

    it('ends at once, here and at the provider', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.annual)
      const subscription = await shop.subscriptionOf(user)
      await refund(await chargeOf(user))
      expect(await shop.status(user)).toEqual(free)
      expect(shop.double.tables.subscriptions[subscription]?.status).toBe('canceled')
    })

    it('goes on when that was a part of it', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.annual)
      await refund(await chargeOf(user), '100')
      expect(await shop.plan(user)).toBe('pro')
    })
  })

  describe('beside something else', () => {
    it('of two the better one counts, and the other one when that ends', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.annual)
      const body = new URLSearchParams({
        customer: await shop.customerOf(user),
        'items[0][price]': shop.prices.enterprise.monthly,
      })
      const headers = { authorization: 'Bearer sk_test_support' }
      const made = await fetch(`${shop.double.url}/v1/subscriptions`, { method: 'POST', body, headers })
      const { id } = (await made.json()) as { id: string }
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('enterprise')
      await fetch(`${shop.double.url}/v1/subscriptions/${id}`, { method: 'DELETE', headers })
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('pro')
    })

    it('to a price that is none of ours gives nothing', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const subscription = shop.double.tables.subscriptions[await shop.subscriptionOf(user)]
      const item = subscription?.items.data[0]
      if (subscription === undefined || item === undefined) throw new Error('Nothing was bought')
      item.price = { ...item.price, id: 'price_of_something_else' }
      shop.double.world.emit('customer.subscription.updated', subscription)
      await shop.double.settled()
      expect(await shop.plan(user)).toBe('free')
    })

    it('a plan that an admin gave stays, if it is as good, and is there again afterwards', async () => {
      const given = await shop.api.user({ plan: 'enterprise' })
      await shop.buy(given, shop.prices.pro.monthly)
      expect(await shop.profile(given)).toEqual({ plan: 'enterprise', plan_expires_at: null, plan_source: 'admin' })
      const lesser = await shop.api.user({ plan: 'pro' })
      expect(await shop.status(lesser)).toEqual({ subscribed: true, tier: 'pro', end: null })
      await shop.buy(lesser, shop.prices.enterprise.monthly)
      expect(await shop.plan(lesser)).toBe('enterprise')
      await shop.manage(lesser, { action: 'cancel' })
      await shop.pass(31)
      expect(await shop.profile(lesser)).toEqual({ plan: 'pro', plan_expires_at: null, plan_source: 'admin' })
    })

    it('an account without a profile gets one with the plan', async () => {
      const user = await shop.api.user()
      const page = await shop.order(user, shop.prices.pro.monthly)
      await shop.api.core.database.queries.deleteFrom('profiles').where('id', '=', user.id).execute()
      await shop.pay(page)
      expect(await shop.plan(user)).toBe('pro')
    })
  })

  describe('of an account that is deleted', () => {
    const erase = async (id: string) => {
      const { database } = shop.api.core
      const { closeBilling } = await import('../../src/features/billing/account-records.ts')
      await database.transaction(async (queries) => {
        await closeBilling(queries, id, clock.now())
        await queries.deleteFrom('users').where('id', '=', id).execute()
      })
    }
    const closing = async () => {
      const { createClosing } = await import('../../src/features/billing/closing.ts')
      const { createStripeProvider } = await import('../../src/billing/stripe-provider.ts')
      const { config, database } = shop.api.core
      const { secretKey = '', ...billing } = config.billing
      const provider = createStripeProvider({ ...billing, secretKey, clock, publicUrl: config.publicUrl })
      return createClosing({ database, provider, clock, log: { warn: () => undefined } })
    }
    const customers = (id: string) =>
      shop.api.core.database.queries.selectFrom('billing_customers').select('id').where('user_id', '=', id).execute()

    it('ends at the provider too, and nothing of it is kept', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const [customer, subscription] = [await shop.customerOf(user), await shop.subscriptionOf(user)]
      await erase(user.id)
      await (await closing()).closeDue()
      expect(shop.double.tables.deletedCustomers[customer]).toBe(true)
      expect(shop.double.tables.subscriptions[subscription]?.status).toBe('canceled')
      expect(await customers(user.id)).toEqual([])
    })

    it('ends there later, when the provider was away', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      const subscription = await shop.subscriptionOf(user)
      await erase(user.id)
      shop.double.faults.add({ kind: 'status', status: 500 })
      await (await closing()).closeDue()
      shop.double.faults.clear()
      expect(await customers(user.id)).toHaveLength(1)
      clock.advance(DAY * 1000)
      await (await closing()).closeDue()
      clock.advance(-DAY * 1000)
      expect(await customers(user.id)).toEqual([])
      expect(shop.double.tables.subscriptions[subscription]?.status).toBe('canceled')
    })
  })
})
