import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClosing } from '../../src/billing/closing.ts'
import { openBilling } from '../../src/billing/service.ts'
import { createMetrics } from '../../src/metrics.ts'
import { closeBilling } from '../../src/accounts/users/deletion-repository.ts'
import { createStripeProvider } from '../../src/billing/stripe/provider.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi } from '../support/start-api.ts'
import { DAY, FAILING, openShop, type Shop, submit } from './support/shop.ts'

// Unit tests check the rules with a provider in memory. These tests use HTTP and the `stripe` library.
describeOnEveryEngine('a subscription', (open) => {
  // This clock does not advance; tests advance the provider's time.
  const clock = setClock('2026-11-20T12:00:00Z')
  let shop: Shop
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url(), clock })
  })
  afterAll(() => shop.stop())

  const calm = { subscription_past_due: false, subscription_next_tier: null }
  const free = {
    subscribed: false,
    subscription_tier: null,
    subscription_end: null,
    subscription_renews: false,
    ...calm,
  }

  it('grants the plan of the price at once, whatever name the client sends, and renews', async () => {
    const user = await shop.api.user()
    expect(await shop.status(user)).toEqual(free)
    const body = { priceId: shop.prices.pro.monthly, planName: 'Enterprise' }
    const { url } = (await shop.api.call('subscription.checkout', { bearer: user.bearer, body })).body
    expect((await submit(url, { number: '4000000000000002' })).status).toBe(402)
    await shop.pay(url)
    expect(await shop.plan(user)).toBe('pro')
    const pro = { subscribed: true, subscription_tier: 'pro', subscription_renews: true, ...calm }
    expect(await shop.status(user)).toEqual({ ...pro, subscription_end: '2026-12-20T12:00:00.000Z' })
    await shop.pass(31)
    expect(await shop.status(user)).toEqual({ ...pro, subscription_end: '2027-01-20T12:00:00.000Z' })
  })

  it('opens one page for clicks that two processes handle at once, and closes it for another price', async () => {
    const { config } = shop.api.core
    // Tokens contain the ids of the keys that signed them.
    const env = { ...shop.env, JWT_KEYS: JSON.stringify(config.jwtKeys) }
    const other = await startApi({ databaseUrl: open.url(), clock, env })
    try {
      const user = await shop.api.user()
      const body = { priceId: shop.prices.pro.monthly, planName: 'Pro' }
      const clicks = [shop.api, other, shop.api, other].map((api) =>
        api.call('subscription.checkout', { bearer: user.bearer, body }),
      )
      const [page = '', ...rest] = new Set((await Promise.all(clicks)).map((answer) => answer.body.url))
      expect(rest).toEqual([])
      const second = await shop.order(user, shop.prices.enterprise.annual)
      expect((await submit(page, {})).status).not.toBe(303)
      await shop.pay(second)
      expect(await shop.plan(user)).toBe('enterprise')
    } finally {
      await other.stop()
    }
  })

  it('is changed in the portal: an upgrade at once, other changes with the next period', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const confirm = async (price: string) => {
      const { to } = await submit(await shop.order(user, price), { action: 'confirm' })
      expect(to).toBe('http://netbox.example/dashboard?checkout=success')
      await shop.double.settled()
      return shop.plan(user)
    }
    expect(await confirm(shop.prices.enterprise.monthly)).toBe('enterprise')
    const upgraded = await shop.status(user)
    expect(upgraded).toMatchObject({ subscription_renews: true, subscription_next_tier: null })
    expect(await confirm(shop.prices.pro.monthly)).toBe('enterprise')
    expect(await shop.status(user)).toEqual({ ...upgraded, subscription_next_tier: 'pro' })
    await shop.pass(31)
    expect(await shop.plan(user)).toBe('pro')
    await shop.subscriptionOf(user)
  })

  it('that is canceled grants the plan until the period ends, and can be bought again', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const before = await shop.status(user)
    await shop.manage(user, { action: 'cancel' })
    expect(before.subscription_renews).toBe(true)
    expect(await shop.status(user)).toEqual({ ...before, subscription_renews: false })
    await shop.manage(user, { action: 'resume' })
    expect(await shop.status(user)).toEqual(before)
    await shop.pass(31)
    expect(await shop.plan(user)).toBe('pro')
    await shop.manage(user, { action: 'cancel' })
    await shop.pass(31)
    expect(await shop.status(user)).toEqual(free)
    // Its invoices are in the portal.
    expect((await shop.api.call('subscription.portal', { bearer: user.bearer })).status).toBe(200)
    await shop.buy(user, shop.prices.enterprise.annual)
    expect(await shop.plan(user)).toBe('enterprise')
  })

  it('with a failed payment grants the plan for seven days, or continues with another card', async () => {
    const [user, other] = [await shop.api.user(), await shop.api.user()]
    for (const each of [user, other]) await shop.buy(each, shop.prices.pro.monthly, FAILING)
    const end = (await shop.subscriptionOf(user)).items.data[0].current_period_end
    shop.double.advance(end - shop.double.store.now() + 60)
    await shop.double.settled()
    const subscription_end = new Date((end + 7 * DAY) * 1000).toISOString()
    const pastDue = { subscription_renews: false, subscription_past_due: true, subscription_next_tier: null }
    expect(await shop.status(user)).toEqual({
      subscribed: true,
      subscription_tier: 'pro',
      subscription_end,
      ...pastDue,
    })
    await shop.manage(other, { action: 'card', number: '4242424242424242' })
    await shop.pass(8)
    expect(await shop.status(user)).toEqual(free)
    expect(await shop.plan(other)).toBe('pro')
  })

  it('with a refund ends at once, here and at the provider', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.annual)
    const customer = await shop.customerOf(user)
    const { id = '' } = Object.values(shop.double.tables.charges).find((row) => row.customer === customer) ?? {}
    expect((await submit(shop.double.url, { refund: id })).status).toBe(303)
    await shop.double.settled()
    expect(await shop.status(user)).toEqual(free)
    await expect(shop.subscriptionOf(user)).rejects.toThrow('not one')
  })

  it('with a refund of the difference of an upgrade continues as it is', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    await submit(await shop.order(user, shop.prices.enterprise.monthly), { action: 'confirm' })
    await shop.double.settled()
    const before = await shop.status(user)
    const customer = await shop.customerOf(user)
    const payments = Object.values(shop.double.tables.charges).filter((row) => row.customer === customer)
    expect(payments).toHaveLength(2)
    await submit(shop.double.url, { refund: payments.at(-1)?.id ?? '' })
    await shop.double.settled()
    expect(await shop.status(user)).toEqual(before)
    await submit(shop.double.url, { refund: payments[0]?.id ?? '' })
    await shop.double.settled()
    expect(await shop.status(user)).toEqual(free)
  })

  it('that a restored database has lost is found before it is sold again, and by stripe:sync', async () => {
    const users = [await shop.api.user(), await shop.api.user()] as const
    for (const user of users) await shop.buy(user, shop.prices.pro.monthly)
    const { writer } = shop.api.core.database
    const ids = users.map(({ id }) => id)
    await writer.deleteFrom('billing_customers').where('user_id', 'in', ids).execute()
    const lost = { plan: 'free', plan_expires_at: null, plan_source: 'default' } as const
    await writer.updateTable('profiles').set(lost).where('id', 'in', ids).execute()
    const [ana, ben] = users
    expect(await shop.order(ana, shop.prices.pro.monthly)).toContain('/p/session/')
    expect(await shop.plan(ana)).toBe('pro')
    const payments = openBilling({ ...shop.api.core, metrics: createMetrics() })?.service.reconciliation
    expect(await payments?.synchronizeAll()).toEqual({ updated: 1, unmatched: [], unpriced: [] })
    expect(await shop.plan(ben)).toBe('pro')
    await shop.subscriptionOf(ben)
  })

  it('of a customer that the provider deleted can be bought again', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const gone = await shop.customerOf(user)
    const init = { method: 'DELETE', headers: { authorization: 'Bearer sk_test_support' } }
    expect((await fetch(`${shop.double.url}/v1/customers/${gone}`, init)).status).toBe(200)
    await shop.double.settled()
    expect(await shop.plan(user)).toBe('free')
    await shop.buy(user, shop.prices.pro.monthly)
    expect(await shop.customerOf(user)).not.toBe(gone)
  })

  it('of a deleted account ends at the provider, and nothing of it is kept', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const customer = await shop.customerOf(user)
    const { database, config } = shop.api.core
    await database.transaction(async (queries) => {
      await closeBilling(queries, user.id, clock.now())
      await queries.deleteFrom('users').where('id', '=', user.id).execute()
    })
    const { secretKey = '', ...billing } = config.billing
    const provider = createStripeProvider({ ...billing, secretKey, clock, publicUrl: config.publicUrl })
    await createClosing({ database, provider, clock, log: { warn: () => undefined } }).closeDue()
    expect(shop.double.tables.customers[customer]?.deleted).toBe(true)
    await expect(shop.customerOf(user)).rejects.toThrow('no result')
  })

  it.each([
    ['price_of_somebody_else', 'Pro'],
    ['cus_1', 'Free'],
  ])('to the price %s, shown as %s, is refused', async (priceId, planName) => {
    const { bearer } = await shop.api.user()
    const answer = await shop.api.call('subscription.checkout', { bearer, body: { priceId, planName } })
    expect([answer.status, answer.code]).toEqual([400, 'price_unknown'])
    expect((await shop.api.call('subscription.portal', { bearer })).code).toBe('not_subscribed')
  })

  it('to a plan without a price is refused with the reason', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_shop', STRIPE_PRICE_PRO_MONTHLY: 'price_pro' }
    const api = await startApi({ databaseUrl: open.url(), env })
    try {
      const { bearer } = await api.user()
      const body = { priceId: 'price_made_up', planName: 'Enterprise' }
      const answer = await api.call('subscription.checkout', { bearer, body })
      expect([answer.status, answer.code, JSON.parse(answer.text).error]).toEqual([
        503,
        'price_not_configured',
        'Price ID not configured for this plan.',
      ])
    } finally {
      await api.stop()
    }
  })
})
