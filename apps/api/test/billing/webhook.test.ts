import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnSqlite } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import { startApi, type TestUser } from '../support/start-api.ts'
import { eventOf, signed } from './support/event.ts'
import { GOOD, openShop, type Shop, submit } from './support/shop.ts'

const OLD = 'whsec_the_one_before_the_rollover'

describeOnSqlite('an event from the payment provider', (open) => {
  const clock = setClock('2026-11-20T12:00:00Z')
  let shop: Shop
  beforeAll(async () => {
    await open()
    shop = await openShop({ databaseUrl: open.url(), clock, isTold: false })
  })
  afterAll(() => shop.stop())

  const send = (event: object, secret = shop.secret, at = clock.now()) =>
    shop.api.call('subscription.webhook', signed(event, secret, at))

  /** Creates a user who has paid without the API knowing it. */
  const payer = async (): Promise<{ user: TestUser; customer: string }> => {
    const user = await shop.api.user()
    await submit(await shop.order(user, shop.prices.pro.monthly), { number: GOOD })
    return { user, customer: await shop.customerOf(user) }
  }
  const paid = (customer: string) => eventOf('invoice.paid', { object: 'invoice', id: 'in_1', customer })
  const noted = (id: string) =>
    shop.api.core.database.queries.selectFrom('billing_events').selectAll().where('id', '=', id).execute()

  it('grants the plan that the provider returns', async () => {
    const { user, customer } = await payer()
    expect(await shop.plan(user)).toBe('free')
    const answer = await send(paid(customer))
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect(await shop.plan(user)).toBe('pro')
  })

  it('is not trusted for the subscription’s data', async () => {
    const { user, customer } = await payer()
    const subscription = Object.values(shop.double.tables.subscriptions).find((row) => row.customer === customer)
    const lie = { ...subscription, status: 'canceled', items: { object: 'list', data: [] } }
    await send(eventOf('customer.subscription.deleted', lie))
    expect(await shop.plan(user)).toBe('pro')
  })

  it('that is repeated has no further effect, and gets the same response', async () => {
    const { user, customer } = await payer()
    const event = paid(customer)
    await send(event)
    await shop.api.core.database.writer
      .updateTable('profiles')
      .set({ plan: 'free' })
      .where('id', '=', user.id)
      .execute()
    const again = await Promise.all([send(event), send(event), send(event)])
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.plan(user)).toBe('free')
    expect(await noted(event.id)).toHaveLength(1)
  })

  it('that arrives twenty times at once has its effect once', async () => {
    const { user, customer } = await payer()
    const event = paid(customer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shop.plan(user)).toBe('pro')
    expect(await noted(event.id)).toHaveLength(1)
    const { version } = await shop.api.core.database.queries
      .selectFrom('billing_customers')
      .select('version')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('is refused with another signature, and has no effect', async () => {
    const { user, customer } = await payer()
    const event = paid(customer)
    const { body, headers } = signed(event, shop.secret, clock.now())
    for (const options of [{ body }, { body: `${body} `, headers }, signed(event, 'whsec_other', clock.now())]) {
      const answer = await shop.api.call('subscription.webhook', options)
      expect([answer.status, answer.code]).toEqual([400, 'signature_invalid'])
    }
    expect(await shop.plan(user)).toBe('free')
    expect(await noted(event.id)).toEqual([])
  })

  it('is accepted with either of two secrets during a rollover, and with no third', async () => {
    const api = await startApi({
      databaseUrl: open.url(),
      clock,
      env: { ...shop.env, STRIPE_WEBHOOK_SECRET: `${shop.secret}, ${OLD}` },
    })
    try {
      for (const secret of [shop.secret, OLD]) {
        const { user, customer } = await payer()
        const answer = await api.call('subscription.webhook', signed(paid(customer), secret, clock.now()))
        expect(answer.status).toBe(200)
        expect(await shop.plan(user)).toBe('pro')
      }
      const { customer } = await payer()
      const third = signed(paid(customer), 'whsec_third', clock.now())
      expect((await api.call('subscription.webhook', third)).code).toBe('signature_invalid')
    } finally {
      await api.stop()
    }
  })

  it('is refused while the provider is unreachable, and has its effect when it is repeated', async () => {
    const { user, customer } = await payer()
    const event = paid(customer)
    shop.faults.add({ kind: 'drop' })
    const refused = await send(event)
    shop.faults.clear()
    expect([refused.status, refused.code]).toEqual([502, 'billing_failed'])
    expect(await noted(event.id)).toEqual([])
    expect((await send(event)).status).toBe(200)
    expect(await shop.plan(user)).toBe('pro')
  })

  it('is accepted while billing is switched off: paid plans are granted', async () => {
    const { user, customer } = await payer()
    const { writer } = shop.api.core.database
    await writer.updateTable('service_controls').set({ is_enabled: 0 }).where('id', '=', 'billing').execute()
    clock.advance(2000)
    await send(paid(customer))
    expect(await shop.plan(user)).toBe('pro')
    for (const id of ['subscription.checkout', 'subscription.portal'] as const) {
      const body = { priceId: shop.prices.pro.monthly, planName: 'Pro' }
      const answer = await shop.api.call(id, {
        bearer: user.bearer,
        ...(id === 'subscription.checkout' ? { body } : {}),
      })
      expect([answer.status, answer.code]).toEqual([403, 'service_off'])
    }
    await writer.updateTable('service_controls').set({ is_enabled: 1 }).where('id', '=', 'billing').execute()
    clock.advance(2000)
  })

  it('is refused while it can’t be recorded, and has its effect when it is repeated', async () => {
    const { writer } = shop.api.core.database
    const { user, customer } = await payer()
    const event = paid(customer)
    await sql`alter table billing_events rename to billing_events_away`.execute(writer)
    const answer = await send(event)
    await sql`alter table billing_events_away rename to billing_events`.execute(writer)
    expect([answer.status, answer.code, await shop.plan(user)]).toEqual([500, 'internal_error', 'free'])
    expect((await send(event)).status).toBe(200)
    expect(await shop.plan(user)).toBe('pro')
  })

  it('is counted in the metrics by its outcome', async () => {
    await send(eventOf('treasury.something.new', { object: 'thing', id: 'x' }))
    expect(await shop.api.metrics()).toMatch(/netbox_billing_events_total\{outcome="ignored"\} \d+/)
  })
})

describe('without a payment provider', () => {
  it('reports that nothing can be bought, managed or received', async () => {
    const api = await startApi({ env: { STRIPE_WEBHOOK_SECRET: OLD } })
    try {
      const { bearer } = await api.user()
      const body = { priceId: 'price_pro', planName: 'Pro' }
      expect((await api.call('subscription.checkout', { bearer, body })).code).toBe('price_not_configured')
      expect((await api.call('subscription.portal', { bearer })).code).toBe('billing_unavailable')
      const event = signed(eventOf('invoice.paid', {}), OLD, Date.now())
      expect((await api.call('subscription.webhook', event)).code).toBe('billing_unavailable')
      const { data } = (await api.call('subscription.status', { bearer })).body
      expect(data).toMatchObject({ subscribed: false, subscription_tier: null, subscription_end: null })
    } finally {
      await api.stop()
    }
  })
})
