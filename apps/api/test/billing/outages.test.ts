import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TIME_LIMITS } from '../../src/billing/payment-provider.ts'
import { describeOnSqlite } from '../support/database.ts'
import { startApi, type TestApi, type TestApiOptions, type TestUser } from '../support/start-api.ts'
import { eventOf, signed } from './support/event.ts'
import { openShop, type Shop, submit } from './support/shop.ts'

const HOUR = 3_600_000
/** Events may be late on a busy machine. */
const LONG = { timeout: 30_000, interval: 5 }

describeOnSqlite('while the payment provider', (open) => {
  let shop: Shop
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url() })
  })
  afterAll(() => shop.stop())

  /** Starts another process of the shop. */
  const startOther = (options: Pick<TestApiOptions, 'billingTimeLimits' | 'env'> = {}): Promise<TestApi> => {
    const env = { ...shop.env, JWT_KEYS: JSON.stringify(shop.api.core.config.jwtKeys), ...options.env }
    return startApi({ databaseUrl: open.url(), ...options, env })
  }
  const order = (api: TestApi, { bearer }: TestUser, priceId: string) =>
    api.call('subscription.checkout', { bearer, body: { priceId, planName: 'Pro' } })

  it('delays its events, and charges no customer twice', async () => {
    const user = await shop.api.user()
    const page = await shop.order(user, shop.prices.pro.monthly)
    for (const endpoint of Object.values(shop.double.tables.endpoints)) endpoint.disabled = true
    await submit(page, { number: '4242424242424242' })
    expect(await shop.plan(user)).toBe('free')
    expect(await shop.order(user, shop.prices.pro.monthly)).toContain('/p/session/')
    expect(await shop.plan(user)).toBe('pro')
    for (const endpoint of Object.values(shop.double.tables.endpoints)) endpoint.disabled = false
  })

  // The other tests don't depend on the database, so one engine is enough.
  describe.runIf(open.engine === 'sqlite')('as a process sees it,', () => {
    // One process has short time limits for the provider, the other very long ones.
    let hurried: TestApi
    let patient: TestApi
    beforeAll(async () => {
      hurried = await startOther({ billingTimeLimits: { whole: 300, call: 200 } })
      patient = await startOther({ billingTimeLimits: { whole: HOUR, call: HOUR } })
    })
    afterAll(() => Promise.all([hurried.stop(), patient.stop()]))

    it('does not answer, a request waits eight seconds for all its calls and five for one', () => {
      expect(TIME_LIMITS).toEqual({ whole: 8000, call: 5000 })
    })

    it.each([
      ['is away', { kind: 'drop' }],
      ['fails', { kind: 'status', status: 500 }],
      ['is overloaded', { kind: 'status', status: 503 }],
      ['refuses for now', { kind: 'status', status: 429 }],
      ['accepts a request and never answers', { kind: 'hang' }],
      ['begins an answer and never ends it', { kind: 'stall' }],
      ['takes longer than that', { kind: 'slow', milliseconds: 900 }],
    ] as const)('%s: is answered 502 after that time, and nothing has changed', async (_name, fault) => {
      const [fresh, buyer] = [await shop.api.user(), await shop.api.user()]
      await shop.buy(buyer, shop.prices.pro.monthly)
      const before = [await shop.status(fresh), await shop.status(buyer)]
      shop.faults.add(fault)
      const answers = await Promise.all([
        order(hurried, fresh, shop.prices.pro.monthly),
        order(hurried, buyer, shop.prices.enterprise.monthly),
        hurried.call('subscription.portal', { bearer: buyer.bearer }),
      ])
      shop.faults.clear()
      expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [502, 'billing_failed']))
      for (const { headers } of answers) expect(headers.get('retry-after')).toMatch(/^\d+$/)
      await expect(shop.customerOf(fresh)).rejects.toThrow('no result')
      expect([await shop.status(fresh), await shop.status(buyer)]).toEqual(before)
      expect((await order(shop.api, fresh, shop.prices.pro.monthly)).status).toBe(200)
    })

    it('breaks the connection before each response: nothing is created twice', async () => {
      for (const path of ['/v1/customers', '/v1/checkout/sessions']) {
        const user = await shop.api.user()
        shop.faults.add({ kind: 'drop-answer' }, { path, times: 2 })
        await order(shop.api, user, shop.prices.pro.monthly)
        shop.faults.clear()
        expect((await order(shop.api, user, shop.prices.pro.monthly)).status).toBe(200)
        const { customers, sessions } = shop.double.tables
        const made = Object.values(customers).filter(({ email }) => email === user.email)
        expect(made).toHaveLength(1)
        expect(Object.values(sessions).filter(({ customer }) => customer === made[0]?.id)).toHaveLength(1)
      }
    })

    it('does not know the price: reports the failure', async () => {
      const user = await shop.api.user()
      const { prices } = shop.double.tables
      const { [shop.prices.pro.annual]: price } = prices
      delete prices[shop.prices.pro.annual]
      const answer = await order(shop.api, user, shop.prices.pro.annual)
      if (price !== undefined) prices[price.id] = price
      expect([answer.status, answer.code]).toEqual([502, 'billing_failed'])
    })

    it('hangs, 48 requests wait, and everything else continues', async () => {
      const buyer = await shop.api.user()
      await shop.order(buyer, shop.prices.pro.monthly)
      const customer = await shop.customerOf(buyer)
      const users = await Promise.all(Array.from({ length: 49 }, () => shop.api.user()))
      shop.faults.add({ kind: 'hang' })
      const codes: unknown[] = []
      const clicks = users.map(async (user) => codes.push((await order(patient, user, shop.prices.pro.monthly)).code))
      await vi.waitUntil(() => codes.length === 1 && shop.faults.taken() === 48, LONG)
      const event = signed(
        eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer }),
        shop.secret,
        Date.now(),
      )
      expect((await patient.call('subscription.webhook', event)).code).toBe('busy')
      expect((await patient.call('plans.list')).status).toBe(200)
      shop.faults.clear()
      await Promise.all(clicks)
      expect(codes).toEqual(['busy', ...Array(48).fill('billing_failed')])
    })

    it('hangs, one user does not take the slots of the others', async () => {
      const user = await shop.api.user()
      shop.faults.add({ kind: 'hang' })
      const codes: unknown[] = []
      const clicks = Array.from({ length: 12 }, async () =>
        codes.push((await order(patient, user, shop.prices.pro.monthly)).code),
      )
      await vi.waitUntil(() => codes.length === 8 && shop.faults.taken() === 1, LONG)
      expect((await patient.call('subscription.portal', { bearer: user.bearer })).code).toBe('rate_limited')
      shop.faults.clear()
      await Promise.all(clicks)
      expect(codes.slice(0, 8)).toEqual(Array(8).fill('rate_limited'))
    })

    it('refuses the key: reports that payments are not available', async () => {
      const api = await startOther({ env: { STRIPE_SECRET_KEY: 'sk_live_51NeverTaken' } })
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
