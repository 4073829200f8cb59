import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStripe } from '../../src/billing/stripe-calls.ts'
import { setUpAccount } from '../../src/billing/set-up-account.ts'
import { type Double, startDouble } from '../../stripe-double/start-double.ts'
import { parseForm } from '../../stripe-double/wire/form.ts'

// The library of the provider itself is the judge: what it takes and types is what the provider sends.
describe('the double of the payment provider', () => {
  let double: Double
  let stripe: Stripe
  beforeAll(async () => {
    double = await startDouble()
    stripe = createStripe('sk_test_double', double.url)
  })
  afterAll(() => double.stop())

  const failure = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError)
        return { type: error.type, code: error.code, param: error.param, status: error.statusCode }
      throw error
    }
    throw new Error('It went well')
  }

  it('reads forms as libraries write them', () => {
    expect(
      parseForm('a=1&items[0][price]=p&items[0][quantity]=2&items[1][price]=q&expand[]=data.x&expand[]=y&m[k%20k]=%26'),
    ).toEqual({
      a: '1',
      items: [{ price: 'p', quantity: '2' }, { price: 'q' }],
      expand: ['data.x', 'y'],
      m: { 'k k': '&' },
    })
    expect(parseForm('__proto__[x]=1&a[__proto__]=2')).not.toHaveProperty('x')
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  describe('answers', () => {
    it.each([
      ['sk_live_1', 401, undefined],
      ['pk_test_1', 401, undefined],
    ])('the key %s with %i', async (key, status) => {
      const other = createStripe(key, double.url)
      expect(await failure(other.customers.create({}))).toMatchObject({ status, type: 'StripeAuthenticationError' })
    })

    it('what is not there, what is missing and what is unknown as the provider does', async () => {
      expect(await failure(stripe.customers.retrieve('cus_nobody'))).toMatchObject({
        status: 404,
        code: 'resource_missing',
        type: 'StripeInvalidRequestError',
      })
      expect(await failure(stripe.prices.create({ currency: 'usd' }))).toMatchObject({
        status: 400,
        code: 'parameter_missing',
        param: 'product',
      })
      const unknown = { color: 'red' } as unknown as Stripe.CustomerCreateParams
      expect(await failure(stripe.customers.create(unknown))).toMatchObject({
        status: 400,
        code: 'parameter_unknown',
        param: 'color',
      })
      expect(await failure(stripe.subscriptions.list({ customer: 'cus_nobody' }))).toMatchObject({
        code: 'resource_missing',
        param: 'customer',
      })
      expect(await failure(stripe.customers.retrieve('cus/../x'))).toMatchObject({ status: 404 })
    })

    it('a filter that it does not know with a refusal: rows that nobody asked for would look right', async () => {
      expect(await failure(stripe.products.list({ created: { gt: 0 } }))).toMatchObject({
        status: 400,
        code: 'parameter_unknown',
        param: 'created',
      })
      expect(await failure(stripe.prices.list({ currency: 'usd' }))).toMatchObject({ param: 'currency' })
    })

    it('lists in pages, newest first', async () => {
      const made: string[] = []
      for (let index = 0; index < 5; index++) made.push((await stripe.products.create({ name: `P${index}` })).id)
      const newest = made.toReversed()
      const first = await stripe.products.list({ limit: 2 })
      expect([first.data.map(({ id }) => id), first.has_more]).toEqual([newest.slice(0, 2), true])
      const second = await stripe.products.list({ limit: 2, starting_after: newest[1] ?? '' })
      expect(second.data.map(({ id }) => id)).toEqual(newest.slice(2, 4))
      const back = await stripe.products.list({ limit: 2, ending_before: newest[2] ?? '' })
      expect(back.data.map(({ id }) => id)).toEqual(newest.slice(0, 2))
      const all: string[] = []
      for await (const { id } of stripe.products.list({ limit: 2 })) all.push(id)
      expect(all).toEqual(newest)
    })

    it('expands what is asked for, four levels deep, and nothing that is no reference', async () => {
      const product = await stripe.products.create({ name: 'Thing' })
      const price = await stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: 500,
        recurring: { interval: 'month' },
      })
      expect(price.product).toBe(product.id)
      const whole = await stripe.prices.retrieve(price.id, { expand: ['product'] })
      expect(whole.product).toMatchObject({ id: product.id, name: 'Thing' })
      expect(await failure(stripe.prices.retrieve(price.id, { expand: ['color'] }))).toMatchObject({ status: 400 })
      expect(await failure(stripe.prices.retrieve(price.id, { expand: ['a.b.c.d.e'] }))).toMatchObject({ status: 400 })
    })
  })

  describe('a key of a request', () => {
    it('gives the same answer again, and refuses another request', async () => {
      const options = { idempotencyKey: 'key-1' }
      const first = await stripe.customers.create({ email: 'a@mail.example' }, options)
      const again = await stripe.customers.create({ email: 'a@mail.example' }, options)
      expect(again.id).toBe(first.id)
      expect(await failure(stripe.customers.create({ email: 'b@mail.example' }, options))).toMatchObject({
        status: 400,
        type: 'StripeIdempotencyError',
      })
    })

    it('is in use while its request is', async () => {
      double.faults.clear()
      double.faults.add({ kind: 'slow', milliseconds: 1000 }, { times: 1 })
      const options = { idempotencyKey: 'key-2' }
      const first = stripe.customers.create({ email: 'c@mail.example' }, options)
      await expect.poll(() => double.faults.taken, { interval: 5 }).toBe(1)
      expect(await failure(stripe.customers.create({ email: 'c@mail.example' }, options))).toMatchObject({
        status: 409,
        code: 'idempotency_key_in_use',
      })
      expect((await stripe.customers.create({ email: 'c@mail.example' }, { idempotencyKey: 'key-3' })).id).not.toBe(
        (await first).id,
      )
    })
  })

  describe('an account', () => {
    const options = {
      publicUrl: 'https://netbox.example',
      webhookUrl: 'https://netbox.example/api/subscription/webhook',
    }
    const counted = () => {
      const { products, prices, portalConfigurations, webhookEndpoints } = double.tables
      return [products, prices, portalConfigurations, webhookEndpoints].map((table) => Object.keys(table).length)
    }

    it('is set up once, however often that is asked for', async () => {
      const first = await setUpAccount(stripe, options)
      expect(first.webhook?.secret).toMatch(/^whsec_/)
      const before = counted()
      const second = await setUpAccount(stripe, options)
      expect(second).toEqual({ ...first, webhook: { id: first.webhook?.id, secret: undefined } })
      expect(counted()).toEqual(before)
    })

    it('has the prices of the plan cards', async () => {
      const { prices } = await setUpAccount(stripe, options)
      const amounts = [prices.pro.monthly, prices.pro.annual, prices.enterprise.monthly, prices.enterprise.annual].map(
        (id) => {
          const { unit_amount, currency, recurring } = double.tables.prices[id] ?? {}
          return [unit_amount, currency, recurring?.interval]
        },
      )
      expect(amounts).toEqual([
        [900, 'usd', 'month'],
        [9000, 'usd', 'year'],
        [1900, 'usd', 'month'],
        [19_000, 'usd', 'year'],
      ])
    })

    it('has a portal that cancels with the period, and lowers with it', async () => {
      const { portalConfiguration } = await setUpAccount(stripe, options)
      const { features } = await stripe.billingPortal.configurations.retrieve(portalConfiguration)
      expect(features.subscription_cancel).toMatchObject({ enabled: true, mode: 'at_period_end' })
      expect(features.subscription_update).toMatchObject({
        enabled: true,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
      })
    })

    it('gets another price when the amount is another one, and keeps the old one for who pays it', async () => {
      const { prices } = await setUpAccount(stripe, options)
      const old = double.tables.prices[prices.pro.monthly]
      if (old !== undefined) old.unit_amount = 800
      const { prices: next } = await setUpAccount(stripe, options)
      expect(next.pro.monthly).not.toBe(prices.pro.monthly)
      expect(double.tables.prices[prices.pro.monthly]?.active).toBe(true)
      expect(next.pro.annual).toBe(prices.pro.annual)
    })
  })

  it('closes the open pages of a customer who is deleted, as it does when their time is over', async () => {
    const { prices } = await setUpAccount(stripe, { publicUrl: 'https://netbox.example', webhookUrl: undefined })
    const customer = await stripe.customers.create({})
    const page = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: prices.pro.monthly, quantity: 1 }],
      success_url: 'https://netbox.example/',
    })
    expect(page.status).toBe('open')
    await stripe.customers.del(customer.id)
    expect(await stripe.checkout.sessions.retrieve(page.id)).toMatchObject({ status: 'expired', url: null })
    const { data } = await stripe.events.list({ type: 'checkout.session.expired' })
    expect(data.map(({ data: { object } }) => object)).toMatchObject([{ id: page.id }])
  })

  it('moves the time of a test clock, and only for its customers', async () => {
    const start = Math.floor(Date.parse('2026-01-31T00:00:00Z') / 1000)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
    const { prices } = await setUpAccount(stripe, { publicUrl: 'https://netbox.example', webhookUrl: undefined })
    const buy = async (testClock?: string) => {
      const customer = await stripe.customers.create({
        ...(testClock === undefined ? {} : { test_clock: testClock }),
        invoice_settings: { default_payment_method: 'pm_card_visa' },
      })
      return stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.monthly }] })
    }
    const [on, off] = [await buy(clock.id), await buy()]
    const endOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end
    const before = await endOf(off.id)
    expect(await endOf(on.id)).toBe(Date.parse('2026-02-28T00:00:00Z') / 1000)
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 60 * 24 * 60 * 60 })
    // No day is lost after February.
    expect(await endOf(on.id)).toBe(Date.parse('2026-04-30T00:00:00Z') / 1000)
    expect(await endOf(off.id)).toBe(before)
    const { data } = await stripe.invoices.list({ subscription: on.id })
    expect(data.map(({ status, billing_reason: reason, amount_paid: paid }) => [status, reason, paid])).toEqual([
      ['paid', 'subscription_cycle', 900],
      ['paid', 'subscription_cycle', 900],
      ['paid', 'subscription_create', 900],
    ])
  })

  it('sends events that the library takes for genuine, again until they are taken', async () => {
    const { createServer } = await import('node:http')
    const got: { readonly body: string; readonly signature: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        got.push({ body, signature: String(request.headers['stripe-signature']) })
        response.writeHead(got.length === 1 ? 500 : 200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { id, secret = '' } = await stripe.webhookEndpoints.create({
      url: `http://127.0.0.1:${port}/hook`,
      enabled_events: ['product.created'],
    })
    expect((await stripe.webhookEndpoints.retrieve(id)).secret).toBeUndefined()
    await stripe.products.create({ name: 'Told' })
    await stripe.customers.create({})
    while (got.length < 2) await double.settled()
    await stripe.webhookEndpoints.del(id)
    server.close()
    const events = got.map(({ body, signature }) => Stripe.webhooks.constructEvent(body, signature, secret))
    expect(events.map(({ type }) => type)).toEqual(['product.created', 'product.created'])
    expect(events[1]?.id).toBe(events[0]?.id)
  })
})
