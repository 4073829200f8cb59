import { createStripe } from '../../../src/billing/stripe/calls.ts'
import { settingsOf, setUpAccount } from '../../../src/billing/stripe/set-up-account.ts'
import type { Clock } from '@netbox/core'
import { expect } from 'vitest'
import { startDouble } from '../../../stripe-double/start-double.ts'
import { startApi, type TestUser } from '../../support/start-api.ts'
import { startFaults } from './faults.ts'

const KEY = 'sk_test_shop'

/** Options of a shop. */
export interface ShopOptions {
  readonly databaseUrl: string
  readonly clock?: Clock
  /** Whether the fake server sends events to the API; default true. */
  readonly isTold?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** As for `startApi`. */
  readonly databaseTimeoutFactor?: number
}

/** The API, and a fake Stripe behind a proxy that adds faults. */
export type Shop = Awaited<ReturnType<typeof openShop>>

export const DAY = 24 * 60 * 60
export const GOOD = '4242424242424242'
/** Pays once; every later payment fails. */
export const FAILING = '4000000000000341'

/** Submits the form of a page, and returns the target of the redirect. */
export const submit = async (url: string, form: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await answer.arrayBuffer()
  return { status: answer.status, to: answer.headers.get('location') }
}

/** Starts a fake Stripe and an API that sells plans with it. */
export const openShop = async ({ clock, isTold = true, env: more, ...options }: ShopOptions) => {
  const timed = clock === undefined ? {} : { clock }
  const double = await startDouble(timed)
  const faults = await startFaults(double.url)
  const set = await setUpAccount(createStripe(KEY, double.url), {
    publicUrl: 'http://netbox.example',
    webhookUrl: `${double.url}/nowhere`,
  })
  const { prices } = set
  const secret = set.webhook?.secret ?? ''
  const env: Readonly<Record<string, string>> = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_API_BASE: faults.url,
    ...settingsOf(set),
  }
  const api = await startApi({ ...options, ...timed, env: { ...env, ...more } })
  for (const endpoint of Object.values(double.tables.endpoints)) {
    endpoint.url = `${api.url}/api/subscription/webhook`
    endpoint.disabled = !isTold
  }

  const order = async (user: TestUser, priceId: string): Promise<string> => {
    const answer = await api.call('subscription.checkout', { bearer: user.bearer, body: { priceId, planName: 'Pro' } })
    if (answer.status !== 200) throw new Error(`The checkout answers ${answer.code ?? answer.status}`)
    return answer.body.url
  }

  /** Pays a page, and waits until the API has received the events. */
  const pay = async (url: string, number = GOOD): Promise<void> => {
    const { status } = await submit(url, { number })
    if (status !== 303) throw new Error(`The page answers ${status}`)
    await double.settled()
  }

  const customerOf = async ({ id }: TestUser): Promise<string> =>
    (
      await api.core.database.queries
        .selectFrom('billing_customers')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).id

  /** Returns the user's only subscription that has not ended. */
  const subscriptionOf = async (user: TestUser) => {
    const customer = await customerOf(user)
    const [only, ...others] = Object.values(double.tables.subscriptions).filter(
      (row) => row.customer === customer && row.status !== 'canceled',
    )
    if (only === undefined || others.length > 0) throw new Error('There is not one subscription')
    return only
  }

  return {
    api,
    env,
    double,
    faults,
    prices,
    secret,
    order,
    pay,
    customerOf,
    subscriptionOf,
    buy: async (user: TestUser, priceId: string, number?: string) => pay(await order(user, priceId), number),
    /** Submits a form in the portal. */
    manage: async (user: TestUser, form: Readonly<Record<string, string>>) => {
      const { body } = await api.call('subscription.portal', { bearer: user.bearer })
      const { id } = await subscriptionOf(user)
      expect((await submit(body.url, { subscription: id, ...form })).status).toBe(303)
      await double.settled()
    },
    /** Advances the fake server's time by days. */
    pass: async (days: number) => {
      double.advance(days * DAY)
      await double.settled()
    },
    plan: async ({ bearer }: TestUser) => (await api.call('auth.verify', { bearer })).body.user.plan,
    status: async ({ bearer }: TestUser) => (await api.call('subscription.status', { bearer })).body.data,
    stop: async () => {
      await api.stop()
      await faults.stop()
      await double.stop()
    },
  }
}
