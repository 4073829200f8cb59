import { fakeClock } from '@netbox/core/testing'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Double, startDouble } from '../../../stripe-double/start-double.ts'
import { startFaults } from '../../../test/billing/support/faults.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { type AccountSetUp, setUpAccount } from './set-up-account.ts'
import { createStripe } from './calls.ts'
import { createStripeProvider } from './provider.ts'

const KEY = 'sk_test_double'
const SITE = 'https://netbox.example'
const MONTH = 31 * 24 * 60 * 60

// The fake server speaks the provider's wire format.
describe('the provider', () => {
  const clock = fakeClock()
  const timeouts = { left: () => 60_000, call: 60_000 }
  let double: Double
  let stripe: Stripe
  let account: AccountSetUp
  let provider: PaymentProvider
  const providerWith = (portalConfiguration: string | undefined, apiBase = double.url): PaymentProvider =>
    createStripeProvider({
      secretKey: KEY,
      webhookSecrets: [],
      apiBase,
      portalConfiguration,
      clock,
      publicUrl: SITE,
    })
  beforeAll(async () => {
    double = await startDouble({ clock })
    stripe = createStripe(KEY, double.url)
    account = await setUpAccount(stripe, { publicUrl: SITE, webhookUrl: undefined })
    provider = providerWith(account.portalConfiguration)
  })
  afterAll(() => double.stop())

  let users = 0
  const newUser = () => ({ id: `user_${users++}`, email: 'ana@mail.example' })
  const customer = (user = newUser()): Promise<string> => provider.createCustomer(user, `key-${user.id}`, timeouts)
  const openPage = async (customerId: string, key = `page-${customerId}`) =>
    provider.openCheckout({ customerId, userId: 'user_1', priceId: account.prices.pro.monthly }, key, timeouts)
  const pay = async ({ url }: { url: string | null }): Promise<void> => {
    const form = new URLSearchParams({ number: '4242424242424242' })
    await (await fetch(url ?? '', { method: 'POST', body: form, redirect: 'manual' })).arrayBuffer()
  }
  /** Creates a customer who has paid, with the payment page. */
  const buyer = async () => {
    const id = await customer()
    const page = await openPage(id)
    await pay(page)
    const [subscription] = (await provider.subscriptions(id, timeouts)) ?? []
    if (subscription === undefined) throw new Error('Nothing was bought')
    const row = double.tables.subscriptions[subscription.id]
    if (row === undefined) throw new Error('The provider knows no such subscription')
    return { id, page, subscription, row, read: async () => (await provider.subscriptions(id, timeouts))?.[0] }
  }

  it('creates one customer for a key, with the user’s id', async () => {
    const user = newUser()
    const [one, other] = [await customer(user), await customer(user)]
    expect(one).toBe(other)
    expect(double.tables.customers[one]).toMatchObject({ email: user.email, metadata: { netbox_user: user.id } })
  })

  it('deletes a customer, and accepts a missing one as deleted', async () => {
    const id = await customer()
    expect(await provider.subscriptions(id, timeouts)).toEqual([])
    await provider.deleteCustomer(id, timeouts)
    await provider.deleteCustomer('cus_nobody', timeouts)
    expect(double.tables.customers[id]?.deleted).toBe(true)
    expect(await provider.subscriptions('cus_nobody', timeouts)).toBeUndefined()
  })

  it('returns the fields of a subscription that billing needs, in milliseconds', async () => {
    const { subscription, row } = await buyer()
    expect(subscription).toEqual({
      id: row.id,
      itemId: row.items.data[0].id,
      status: 'active',
      priceId: account.prices.pro.monthly,
      periodStart: clock.now(),
      periodEnd: clock.now() + MONTH * 1000,
      cancelAt: null,
      invoicedAt: clock.now(),
      hasSchedule: false,
      nextPriceId: null,
    })
  })

  it('returns when a subscription ends: at a time, or with its period', async () => {
    const { row, read, subscription } = await buyer()
    row.cancel_at_period_end = true
    expect((await read())?.cancelAt).toBe(subscription.periodEnd)
    row.cancel_at = 1_800_000_000
    expect((await read())?.cancelAt).toBe(1_800_000_000_000)
  })

  it('returns whether a change waits for the end of the period', async () => {
    const { row, read } = await buyer()
    row.schedule = 'sub_sched_1'
    row.next_price = account.prices.pro.annual
    expect(await read()).toMatchObject({ hasSchedule: true, nextPriceId: account.prices.pro.annual })
  })

  it('names the user on subscriptions', async () => {
    const { row } = await buyer()
    expect(row.metadata).toEqual({ netbox_user: 'user_1' })
  })

  it('lists ended subscriptions', async () => {
    const { subscription, read } = await buyer()
    await provider.endSubscription(subscription.id, timeouts)
    expect((await read())?.status).toBe('canceled')
    // A subscription that ended stays ended.
    await provider.endSubscription('sub_nobody', timeouts)
  })

  it('opens a payment page for a customer, a user and a price, which returns to the site', async () => {
    const id = await customer()
    const page = await openPage(id)
    const session = double.tables.sessions[page.id]
    expect(page).toEqual({
      id: session?.id,
      status: 'open',
      url: session?.url,
      expiresAt: (session?.expires_at ?? 0) * 1000,
    })
    expect(session).toMatchObject({
      customer: id,
      price: account.prices.pro.monthly,
      client_reference_id: 'user_1',
      success_url: `${SITE}/dashboard?checkout=success`,
      cancel_url: `${SITE}/pricing?checkout=canceled`,
    })
    expect((await openPage(id)).id).toBe(page.id)
    expect((await openPage(id, 'another key')).id).not.toBe(page.id)
  })

  it('reads a payment page, and closes it once', async () => {
    const page = await openPage(await customer())
    expect(await provider.readCheckout(page.id, timeouts)).toEqual(page)
    expect(await provider.closeCheckout(page.id, timeouts)).toBe('expired')
    expect(await provider.closeCheckout(page.id, timeouts)).toBe('expired')
    expect(await provider.readCheckout(page.id, timeouts)).toMatchObject({ status: 'expired', url: null })
  })

  it('reports a paid page as complete, even to a request to close it', async () => {
    const { page } = await buyer()
    expect((await provider.readCheckout(page.id, timeouts))?.status).toBe('complete')
    expect(await provider.closeCheckout(page.id, timeouts)).toBe('complete')
  })

  it('does not know a missing page, and treats it as closed', async () => {
    expect(await provider.readCheckout('cs_nobody', timeouts)).toBeUndefined()
    expect(await provider.closeCheckout('cs_nobody', timeouts)).toBe('expired')
  })

  it('fails to close a page while the provider is unreachable', async () => {
    const away = await startFaults(double.url)
    away.add({ kind: 'status', status: 500 })
    await expect(providerWith(undefined, away.url).closeCheckout('cs_1', timeouts)).rejects.toMatchObject({
      kind: 'unreachable',
    })
    await away.stop()
  })

  const portalOf = (url: string) => double.tables.portalSessions[url.split('/').at(-1) ?? '']

  it('opens the portal in the named configuration, and otherwise in the account’s', async () => {
    const id = await customer()
    expect(portalOf(await provider.openPortal(id, undefined, timeouts))).toMatchObject({
      customer: id,
      configuration: account.portalConfiguration,
      flow: null,
      return_url: `${SITE}/dashboard`,
    })
    // This account has no configuration.
    await expect(providerWith(undefined).openPortal(id, undefined, timeouts)).rejects.toMatchObject({ kind: 'refused' })
  })

  it('opens the portal’s page that confirms a change', async () => {
    const { id, subscription } = await buyer()
    const change = { subscription, priceId: account.prices.enterprise.monthly }
    expect(portalOf(await provider.openPortal(id, change, timeouts))?.flow).toMatchObject({
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: { 0: { id: subscription.itemId, price: change.priceId, quantity: 1 } },
      },
      after_completion: { type: 'redirect', redirect: { return_url: `${SITE}/dashboard?checkout=success` } },
    })
  })

  it('returns the subject of a payment that was fully refunded', async () => {
    const { id, subscription, row } = await buyer()
    const charge = Object.values(double.tables.charges).find((each) => each.customer === id)
    if (charge === undefined) throw new Error('Nothing was paid')
    expect(await provider.refundedPayment(charge.id, timeouts)).toBeUndefined()
    await stripe.refunds.create({ charge: charge.id })
    const paid = { subscriptionId: subscription.id, paidUntil: subscription.periodEnd }
    expect(await provider.refundedPayment(charge.id, timeouts)).toEqual(paid)
    // The charge has no invoice, an invoice without a subscription, or no amount.
    const { payment_intent: intent } = charge
    for (const other of ['pi_of_no_invoice', null]) {
      charge.payment_intent = other
      expect(await provider.refundedPayment(charge.id, timeouts)).toBeUndefined()
    }
    charge.payment_intent = intent
    const invoice = double.tables.invoices[row.latest_invoice]
    if (invoice === undefined) throw new Error('There is no invoice')
    invoice.parent = null
    expect(await provider.refundedPayment(charge.id, timeouts)).toBeUndefined()
    await expect(provider.refundedPayment('ch_nobody', timeouts)).rejects.toMatchObject({ kind: 'missing' })
  })
})
