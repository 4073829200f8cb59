import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { type SpawnedApi, spawnApi } from '../support/spawn-api.ts'
import type { TestUser } from '../support/start-api.ts'
import { eventOf, signed } from './support/event.ts'
import { GOOD, openShop, type Shop, submit } from './support/shop.ts'

describeOnEveryEngine('a process that is killed while it handles an event', (open) => {
  let shop: Shop
  let env: Record<string, string>
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url(), isTold: false })
    const { config } = shop.api.core
    env = {
      DATA_DIR: config.dataDir,
      DATABASE_URL: open.url(),
      LOG_LEVEL: 'silent',
      STRIPE_SECRET_KEY: config.billing.secretKey ?? '',
      STRIPE_API_BASE: shop.faults.url,
      STRIPE_WEBHOOK_SECRET: shop.secret,
      STRIPE_PRICE_PRO_MONTHLY: shop.prices.pro.monthly,
    }
  })
  afterAll(() => shop.stop())

  const queries = () => shop.api.core.database.queries
  const noted = async (id: string): Promise<boolean> =>
    (await queries().selectFrom('billing_events').select('id').where('id', '=', id).execute()).length === 1
  const stateOf = async (user: TestUser) => {
    const customer = await shop.customerOf(user)
    return {
      plan: await shop.plan(user),
      customers: await queries().selectFrom('billing_customers').selectAll().where('id', '=', customer).execute(),
      subscriptions: await queries()
        .selectFrom('billing_subscriptions')
        .selectAll()
        .where('customer_id', '=', customer)
        .execute(),
    }
  }

  const send = async ({ url }: SpawnedApi, event: object): Promise<number | 'lost'> => {
    const { body, headers } = signed(event, shop.secret, Date.now())
    const init = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
    try {
      return (await fetch(`${url}/api/subscription/webhook`, init)).status
    } catch {
      return 'lost'
    }
  }

  const payer = async () => {
    const user = await shop.api.user()
    await submit(await shop.order(user, shop.prices.pro.monthly), { number: GOOD })
    const event = eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer: await shop.customerOf(user) })
    return { user, event }
  }

  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  it('leaves no effect if it had none yet, and has one when the event is repeated', async () => {
    const { user, event } = await payer()
    const first = await spawnApi(env)
    shop.faults.add({ kind: 'hang' })
    const answer = send(first, event)
    await until(() => shop.faults.taken() > 0)
    await first.end('SIGKILL')
    shop.faults.clear()
    expect(await answer).toBe('lost')
    expect(await noted(event.id)).toBe(false)
    expect(await shop.plan(user)).toBe('free')
    const second = await spawnApi(env)
    expect(await send(second, event)).toBe(200)
    await second.end('SIGTERM')
    expect(await shop.plan(user)).toBe('pro')
  })

  it('leaves its effect, and has no second one when the event is repeated', async () => {
    const { user, event } = await payer()
    const first = await spawnApi(env)
    const answer = send(first, event)
    await until(() => noted(event.id))
    await first.end('SIGKILL')
    await answer
    const after = await stateOf(user)
    expect(after.plan).toBe('pro')
    const second = await spawnApi(env)
    expect(await send(second, event)).toBe(200)
    await second.end('SIGTERM')
    expect(await stateOf(user)).toEqual(after)
  })

  it('at any moment has all effects or none', async () => {
    let api = await spawnApi(env)
    for (const milliseconds of [2, 6, 12]) {
      const { user, event } = await payer()
      const answer = send(api, event)
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      await api.end('SIGKILL')
      const status = await answer
      const wasNoted = await noted(event.id)
      expect(await shop.plan(user)).toBe(wasNoted ? 'pro' : 'free')
      if (status === 200) expect(wasNoted).toBe(true)
      api = await spawnApi(env)
      expect(await send(api, event)).toBe(200)
      const end = await stateOf(user)
      expect([end.plan, end.subscriptions.length, end.customers[0]?.version]).toEqual(['pro', 1, 1])
    }
    await api.end('SIGTERM')
  })
})
