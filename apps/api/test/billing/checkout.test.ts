import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../../src/billing/budget.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { startApi, type TestApi, type TestApiOptions, type TestUser } from '../support/start-api.ts'
import { eventOf, signed } from './support/event.ts'
import { GOOD, KEY, openShop, type Shop } from './support/shop.ts'

const HOUR = 3_600_000
/** For what comes, but may come late on a busy machine. */
const LONG = { timeout: 30_000, interval: 5 }

describeOnEveryEngine('buying', (open) => {
  let shop: Shop
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url() })
  })
  afterAll(() => shop.stop())

  const order = (api: TestApi, { bearer }: TestUser, priceId: string, planName = 'Pro') =>
    api.call('subscription.checkout', { bearer, body: { priceId, planName } })
  const opened = (customer: string) =>
    Object.values(shop.double.tables.sessions).filter((session) => session.customer === customer)
  const rowsOf = async ({ id }: TestUser) => {
    const { queries } = shop.api.core.database
    return {
      customers: await queries.selectFrom('billing_customers').selectAll().where('user_id', '=', id).execute(),
      profile: await queries.selectFrom('profiles').selectAll().where('id', '=', id).execute(),
    }
  }

  it('opens one page for a double click, and the same for a third', async () => {
    const user = await shop.api.user()
    const price = shop.prices.pro.monthly
    const answers = await Promise.all([order(shop.api, user, price), order(shop.api, user, price)])
    const urls = [...answers, await order(shop.api, user, price)].map(({ body }) => body.url)
    expect(new Set(urls).size).toBe(1)
    expect(opened(await shop.customerOf(user))).toHaveLength(1)
  })

  /** Starts another process of the same shop. */
  const startOther = (options: Pick<TestApiOptions, 'billingPatience'> = {}): Promise<TestApi> => {
    const { config } = shop.api.core
    const { apiBase = '', portalConfiguration = '', webhookSecrets } = config.billing
    return startApi({
      databaseUrl: open.url(),
      env: {
        STRIPE_SECRET_KEY: KEY,
        STRIPE_API_BASE: apiBase,
        STRIPE_PORTAL_CONFIGURATION: portalConfiguration,
        STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
        STRIPE_PRICE_PRO_MONTHLY: shop.prices.pro.monthly,
        STRIPE_PRICE_ENTERPRISE_MONTHLY: shop.prices.enterprise.monthly,
        // Tokens name the keys that signed them.
        JWT_KEYS: JSON.stringify(config.jwtKeys),
      },
      ...options,
    })
  }

  it('opens one page for clicks that two processes take at once', async () => {
    const other = await startOther()
    try {
      for (let round = 0; round < 5; round++) {
        const user = await shop.api.user()
        const clicks = [shop.api, other, shop.api, other].map((api) => order(api, user, shop.prices.pro.monthly))
        const answers = await Promise.all(clicks)
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
        expect(opened(await shop.customerOf(user))).toHaveLength(1)
      }
    } finally {
      await other.stop()
    }
  })

  it('closes the page of another price: only one can be paid', async () => {
    const user = await shop.api.user()
    const first = await shop.order(user, shop.prices.pro.monthly)
    const second = await shop.order(user, shop.prices.enterprise.annual)
    expect(second).not.toBe(first)
    const { status } = await shop.submit(first, { number: GOOD })
    expect(status).not.toBe(303)
    await shop.pay(second)
    expect(await shop.plan(user)).toBe('enterprise')
  })

  it('opens a new page when the old one is over', async () => {
    const user = await shop.api.user()
    const first = await shop.order(user, shop.prices.pro.monthly)
    await shop.pass(2)
    expect(await shop.order(user, shop.prices.pro.monthly)).not.toBe(first)
  })

  it('sells nothing twice to who has just paid and was not heard of', async () => {
    const told = await openShop({ databaseUrl: open.url(), isTold: false })
    try {
      const user = await told.api.user()
      const page = await told.order(user, told.prices.pro.monthly)
      await told.submit(page, { number: GOOD })
      expect(await told.plan(user)).toBe('free')
      expect(await told.order(user, told.prices.pro.monthly)).toContain('/p/session/')
      expect(await told.plan(user)).toBe('pro')
      await told.subscriptionOf(user)
    } finally {
      await told.stop()
    }
  })

  it.each([
    ['price_of_somebody_else', 'Pro', 'price_unknown', 400],
    ['price_of_somebody_else', 'Platinum', 'price_unknown', 400],
    ['cus_1', 'Free', 'price_unknown', 400],
  ])('refuses the price %s for %s', async (price, name, code, status) => {
    const user = await shop.api.user()
    const answer = await order(shop.api, user, price, name)
    expect([answer.code, answer.status]).toEqual([code, status])
    expect((await rowsOf(user)).customers).toEqual([])
  })

  it('says which plan has no price here', async () => {
    const api = await startApi({
      databaseUrl: open.url(),
      env: { STRIPE_SECRET_KEY: KEY, STRIPE_PRICE_PRO_MONTHLY: 'price_pro', STRIPE_PRICE_PRO_ANNUAL: 'price_pro_year' },
    })
    try {
      const user = await api.user()
      const answer = await order(api, user, 'price_made_up', 'Enterprise')
      expect([answer.status, answer.code, JSON.parse(answer.text).error]).toEqual([
        503,
        'price_not_configured',
        'Price ID not configured for this plan.',
      ])
      expect((await order(api, user, 'price_made_up', 'Pro')).code).toBe('price_unknown')
    } finally {
      await api.stop()
    }
  })

  it('says that it failed when the provider does not know the price: it is of another account', async () => {
    const user = await shop.api.user()
    const { tables } = shop.double
    const id = shop.prices.pro.annual
    const price = tables.prices[id]
    delete tables.prices[id]
    const answer = await order(shop.api, user, id)
    if (price !== undefined) tables.prices[id] = price
    expect([answer.status, answer.code]).toEqual([502, 'billing_failed'])
    expect(await shop.plan(user)).toBe('free')
  })

  it('begins again with a customer whom the provider has deleted', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const gone = await shop.customerOf(user)
    const headers = { authorization: 'Bearer sk_test_support' }
    await fetch(`${shop.double.url}/v1/customers/${gone}`, { method: 'DELETE', headers })
    await shop.double.settled()
    expect(await shop.plan(user)).toBe('free')
    await shop.buy(user, shop.prices.pro.monthly)
    expect(await shop.customerOf(user)).not.toBe(gone)
    expect(await shop.plan(user)).toBe('pro')
  })

  it('begins again with a customer whom the provider does not know at all', async () => {
    const user = await shop.api.user()
    await shop.order(user, shop.prices.pro.monthly)
    const gone = await shop.customerOf(user)
    delete shop.double.tables.customers[gone]
    await shop.buy(user, shop.prices.pro.monthly)
    expect(await shop.customerOf(user)).not.toBe(gone)
    expect(await shop.plan(user)).toBe('pro')
  })

  it('takes another customer with a live key than with one of tests', async () => {
    const user = await shop.api.user()
    await shop.buy(user, shop.prices.pro.monthly)
    const { createCustomers } = await import('../../src/features/billing/customers.ts')
    const { database, clock } = shop.api.core
    const provider = { isLive: true, createCustomer: async () => 'cus_live' }
    const live = createCustomers({ database, clock, provider })
    expect(await live.find(user.id)).toBeUndefined()
    await live.create(user, { left: () => 1, call: 5000 })
    expect((await live.find(user.id))?.id).toBe('cus_live')
    expect((await rowsOf(user)).customers).toHaveLength(2)
  })

  describe('in the portal', () => {
    it('needs a subscription', async () => {
      const user = await shop.api.user({ plan: 'pro' })
      expect((await shop.api.call('subscription.portal', { bearer: user.bearer })).code).toBe('not_subscribed')
      await shop.order(user, shop.prices.enterprise.monthly)
      expect((await shop.api.call('subscription.portal', { bearer: user.bearer })).code).toBe('not_subscribed')
    })

    it('is open for who had one: invoices stay there', async () => {
      const user = await shop.api.user()
      await shop.buy(user, shop.prices.pro.monthly)
      await shop.manage(user, { action: 'cancel' })
      await shop.pass(31)
      const { status, body } = await shop.api.call('subscription.portal', { bearer: user.bearer })
      expect([status, body.url]).toEqual([200, expect.stringContaining(shop.double.url)])
    })

    it('shows each user what is their own', async () => {
      const [one, other] = [await shop.api.user(), await shop.api.user()]
      await shop.buy(one, shop.prices.pro.monthly)
      expect((await shop.api.call('subscription.portal', { bearer: other.bearer })).code).toBe('not_subscribed')
    })
  })

  // What is stored has no part in it: one engine is enough.
  describe.runIf(open.engine === 'sqlite')('while the provider', () => {
    // Two processes more: one that soon gives up, and one that never does.
    let hurried: TestApi
    let patient: TestApi
    beforeAll(async () => {
      hurried = await startOther({ billingPatience: { whole: 300, call: 200 } })
      patient = await startOther({ billingPatience: { whole: HOUR, call: HOUR } })
    })
    afterAll(() => Promise.all([hurried.stop(), patient.stop()]))

    it('does not answer, a request waits eight seconds for all its calls and five for one', () => {
      expect(PATIENCE).toEqual({ whole: 8000, call: 5000 })
    })

    it.each([
      ['is away', { kind: 'drop' }],
      ['fails', { kind: 'status', status: 500 }],
      ['is overloaded', { kind: 'status', status: 503 }],
      ['refuses for now', { kind: 'status', status: 429 }],
      ['takes a request and never answers', { kind: 'hang' }],
      ['begins an answer and never ends it', { kind: 'stall' }],
      ['takes longer than that', { kind: 'slow', milliseconds: 900 }],
    ] as const)('%s: is answered 502 when that time is over, and nothing has changed', async (_name, fault) => {
      const fresh = await shop.api.user()
      const buyer = await shop.api.user()
      await shop.buy(buyer, shop.prices.pro.monthly)
      const before = [await rowsOf(fresh), await rowsOf(buyer)]
      shop.double.faults.add(fault)
      const answers = await Promise.all([
        order(hurried, fresh, shop.prices.pro.monthly),
        order(hurried, buyer, shop.prices.enterprise.monthly),
        hurried.call('subscription.portal', { bearer: buyer.bearer }),
      ])
      shop.double.faults.clear()
      expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [502, 'billing_failed']))
      for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect([await rowsOf(fresh), await rowsOf(buyer)]).toEqual(before)
      expect(await shop.plan(buyer)).toBe('pro')
      expect(await shop.status(buyer)).toMatchObject({ subscribed: true, tier: 'pro' })
      // Well again at once, but for what is still under way there.
      expect((await order(shop.api, fresh, shop.prices.pro.monthly)).status).toBe(200)
    })

    it('cuts the line before each answer: nothing is made twice', async () => {
      for (const path of ['/v1/customers', '/v1/checkout/sessions']) {
        const user = await shop.api.user()
        const customers = () => Object.values(shop.double.tables.customers).filter(({ email }) => email === user.email)
        shop.double.faults.add({ kind: 'drop-answer' }, { path, times: 2 })
        await order(shop.api, user, shop.prices.pro.monthly)
        shop.double.faults.clear()
        expect((await order(shop.api, user, shop.prices.pro.monthly)).status).toBe(200)
        expect(customers()).toHaveLength(1)
        expect(opened(customers()[0]?.id ?? '')).toHaveLength(1)
      }
    })

    it('hangs, everything else goes on, and not everybody waits', async () => {
      const users = await Promise.all(Array.from({ length: 60 }, () => shop.api.user()))
      shop.double.faults.add({ kind: 'hang' })
      const codes: unknown[] = []
      const clicks = users.map(async (user) => codes.push((await order(patient, user, shop.prices.pro.monthly)).code))
      await vi.waitUntil(() => codes.length >= 60 - 48 && shop.double.faults.taken === 48, LONG)
      expect((await patient.call('plans.list')).status).toBe(200)
      expect(codes).toEqual(Array(60 - 48).fill('busy'))
      shop.double.faults.clear()
      await Promise.all(clicks)
      expect(codes.slice(60 - 48)).toEqual(Array(48).fill('billing_failed'))
    })

    it('hangs, one user does not take the places of the others', async () => {
      const user = await shop.api.user()
      shop.double.faults.add({ kind: 'hang' })
      const codes: unknown[] = []
      const clicks = Array.from({ length: 12 }, async () =>
        codes.push((await order(patient, user, shop.prices.pro.monthly)).code),
      )
      await vi.waitUntil(() => codes.length >= 8 && shop.double.faults.taken === 1, LONG)
      expect((await patient.call('subscription.portal', { bearer: user.bearer })).code).toBe('rate_limited')
      shop.double.faults.clear()
      await Promise.all(clicks)
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(8)
    })

    it('hangs, 48 webhooks wait and the next one is asked to come again', async () => {
      const user = await shop.api.user()
      await order(shop.api, user, shop.prices.pro.monthly)
      const [customer] = (await rowsOf(user)).customers
      shop.double.faults.add({ kind: 'hang' })
      const codes: unknown[] = []
      const told = Array.from({ length: 49 }, async () => {
        const event = eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer: customer?.id })
        codes.push((await patient.call('subscription.webhook', signed(event, shop.secret, Date.now()))).code)
      })
      await vi.waitUntil(() => codes.length === 1 && shop.double.faults.taken === 1, LONG)
      expect(codes).toEqual(['busy'])
      shop.double.faults.clear()
      await Promise.all(told)
    })

    it('does not accept the key: says that payments are not available', async () => {
      const api = await startApi({
        databaseUrl: open.url(),
        env: {
          STRIPE_SECRET_KEY: 'sk_live_51NeverTaken',
          STRIPE_API_BASE: shop.double.url,
          STRIPE_PRICE_PRO_MONTHLY: shop.prices.pro.monthly,
        },
      })
      try {
        const answer = await order(api, await api.user(), shop.prices.pro.monthly)
        expect([answer.status, answer.code]).toEqual([503, 'billing_unavailable'])
        expect(answer.text + api.logged()).not.toContain('51NeverTaken')
      } finally {
        await api.stop()
      }
    })
  })
})
