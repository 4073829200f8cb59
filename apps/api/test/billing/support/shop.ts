import { createStripe } from '../../../src/billing/stripe-calls.ts'
import { type PriceIdTable, setUpAccount } from '../../../src/billing/set-up-account.ts'
import type { Clock } from '@netbox/core'
import { type Double, startDouble } from '../../../stripe-double/start-double.ts'
import { startApi, type TestApi, type TestUser } from '../../support/start-api.ts'

/** A key that the double takes. */
export const KEY = 'sk_test_shop'

/** How a shop is made. */
export interface ShopOptions {
  readonly databaseUrl: string
  readonly clock?: Clock
  readonly env?: Readonly<Record<string, string>>
  /** Whether the double tells the API what happens; default true. */
  readonly isTold?: boolean
  /** As for `startApi`. */
  readonly databasePatience?: number
}

/** The API with a payment provider behind it, which is a double. */
export interface Shop {
  readonly api: TestApi
  readonly double: Double
  readonly prices: PriceIdTable
  readonly secret: string
  /** Starts to buy, and gives the address of the page that opens. */
  order(user: TestUser, priceId: string): Promise<string>
  /** Sends the form of a page, and gives where that leads. */
  submit(
    url: string,
    form: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly to: string | null }>
  /** Pays on a page that is open, and waits until the API has heard of it. */
  pay(url: string, number?: string): Promise<void>
  buy(user: TestUser, priceId: string, number?: string): Promise<void>
  /** Does something in the portal. */
  manage(user: TestUser, form: Readonly<Record<string, string>>): Promise<void>
  /** Lets time pass at the provider, and waits until the API has heard of everything. */
  pass(days: number): Promise<void>
  plan(user: TestUser): Promise<string>
  status(
    user: TestUser,
  ): Promise<{ readonly subscribed: boolean; readonly tier: string | null; readonly end: string | null }>
  profile(user: TestUser): Promise<{ plan: string; plan_expires_at: number | null; plan_source: string }>
  /** Returns the user's customer at the provider. */
  customerOf(user: TestUser): Promise<string>
  /** Returns the user's only subscription there that is not over. */
  subscriptionOf(user: TestUser): Promise<string>
  stop(): Promise<void>
}

export const DAY = 24 * 60 * 60
export const GOOD = '4242424242424242'
/** Pays once; every later payment fails. */
export const FAILING = '4000000000000341'

/** Starts a double, sets it up as an account, and starts an API that sells plans with it. */
export const openShop = async (options: ShopOptions): Promise<Shop> => {
  const { databaseUrl, clock, env = {}, isTold = true, databasePatience } = options
  const double = await startDouble(clock === undefined ? {} : { clock })
  const stripe = createStripe(KEY, double.url)
  const set = await setUpAccount(stripe, { publicUrl: 'http://netbox.example', webhookUrl: `${double.url}/nowhere` })
  const { prices, portalConfiguration, webhook } = set
  const secret = webhook?.secret ?? ''
  const api = await startApi({
    databaseUrl,
    ...(clock === undefined ? {} : { clock }),
    ...(databasePatience === undefined ? {} : { databasePatience }),
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_API_BASE: double.url,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_PORTAL_CONFIGURATION: portalConfiguration,
      STRIPE_PRICE_PRO_MONTHLY: prices.pro.monthly,
      STRIPE_PRICE_PRO_ANNUAL: prices.pro.annual,
      STRIPE_PRICE_ENTERPRISE_MONTHLY: prices.enterprise.monthly,
      STRIPE_PRICE_ENTERPRISE_ANNUAL: prices.enterprise.annual,
      ...env,
    },
  })
  if (isTold) await stripe.webhookEndpoints.update(webhook?.id ?? '', { url: `${api.url}/api/subscription/webhook` })
  else await stripe.webhookEndpoints.update(webhook?.id ?? '', { disabled: true })

  const { queries } = api.core.database

  const order: Shop['order'] = async (user, priceId) => {
    const answer = await api.call('subscription.checkout', { bearer: user.bearer, body: { priceId, planName: 'Pro' } })
    if (answer.status !== 200) throw new Error(`The checkout answers ${answer.code ?? answer.status}`)
    return answer.body.url
  }

  const submit: Shop['submit'] = async (url, form) => {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    await answer.arrayBuffer()
    return { status: answer.status, to: answer.headers.get('location') }
  }

  const pay: Shop['pay'] = async (url, number = GOOD) => {
    const { status } = await submit(url, { number })
    if (status !== 303) throw new Error(`The page answers ${status}`)
    await double.settled()
  }

  const customerOf: Shop['customerOf'] = async ({ id }) =>
    (await queries.selectFrom('billing_customers').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()).id

  const subscriptionOf: Shop['subscriptionOf'] = async (user) => {
    const customer = await customerOf(user)
    const living = Object.values(double.tables.subscriptions).filter(
      (row) => row.customer === customer && row.status !== 'canceled',
    )
    const [only] = living
    if (only === undefined || living.length > 1) throw new Error(`There are ${living.length} subscriptions`)
    return only.id
  }

  return {
    api,
    double,
    prices,
    secret,
    order,
    submit,
    pay,
    customerOf,
    subscriptionOf,
    buy: async (user, priceId, number) => pay(await order(user, priceId), number),
    manage: async (user, form) => {
      const { body } = await api.call('subscription.portal', { bearer: user.bearer })
      const subscription = await subscriptionOf(user)
      const { status } = await submit(body.url, { subscription, ...form })
      if (status !== 303) throw new Error(`The portal answers ${status}`)
      await double.settled()
    },
    pass: async (days) => {
      double.advance(days * DAY)
      await double.settled()
    },
    plan: async ({ bearer }) => (await api.call('auth.verify', { bearer })).body.user.plan,
    status: async ({ bearer }) => {
      const { data } = (await api.call('subscription.status', { bearer })).body
      return { subscribed: data.subscribed, tier: data.subscription_tier, end: data.subscription_end }
    },
    profile: ({ id }) =>
      queries
        .selectFrom('profiles')
        .select(['plan', 'plan_expires_at', 'plan_source'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    stop: async () => {
      await api.stop()
      await double.stop()
    },
  }
}
