import { type BillingInterval, planName } from '@netbox/core'
import { planCard } from '@netbox/product'
import type { Stripe } from 'stripe'
import { HANDLED_EVENTS } from '../payment-provider.ts'

type PaidPlan = 'pro' | 'enterprise'

/** The found or created prices, by plan and interval. */
export type PriceIdTable = Readonly<Record<PaidPlan, Readonly<Record<BillingInterval, string>>>>

/** The objects that an account needs to sell plans. */
export interface AccountSetUp {
  readonly prices: PriceIdTable
  readonly portalConfiguration: string
  /** Undefined if no webhook address was given. The secret is known only when the endpoint is created. */
  readonly webhook: { readonly id: string; readonly secret: string | undefined } | undefined
}

/** The public address of the web app, and the address that receives events. */
export interface SetUpOptions {
  readonly publicUrl: string
  readonly webhookUrl: string | undefined
}

const CENTS = 100
const intervals = { monthly: 'month', annual: 'year' } as const

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'

const ensureProduct = async (stripe: Stripe, plan: PaidPlan): Promise<string> => {
  const id = `netbox_${plan}`
  const wanted = { name: `netbox ${planName(plan)}`, description: planCard(plan).description }
  try {
    const { name, description, active } = await stripe.products.retrieve(id)
    if (name !== wanted.name || description !== wanted.description || !active)
      await stripe.products.update(id, { ...wanted, active: true })
  } catch (error) {
    if (!isMissing(error)) throw error
    await stripe.products.create({ id, ...wanted, metadata: { netbox: plan } })
  }
  return id
}

/** Finds the price by its key. A price with another amount stays for its current subscribers, and its key moves to a new price. */
const ensurePrice = async (
  stripe: Stripe,
  plan: PaidPlan,
  product: string,
  interval: BillingInterval,
): Promise<string> => {
  const key = `netbox_${plan}_${interval}`
  const amount = planCard(plan).price[interval] * CENTS
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  const [known] = data
  const fits =
    known?.unit_amount === amount &&
    known.currency === 'usd' &&
    known.recurring?.interval === intervals[interval] &&
    known.recurring.interval_count === 1
  if (known !== undefined && fits) return known.id
  const created = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: intervals[interval] },
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { netbox: `${plan} ${interval}` },
  })
  return created.id
}

const ensurePrices = async (
  stripe: Stripe,
): Promise<{ readonly prices: PriceIdTable; readonly products: readonly string[] }> => {
  const of = async (plan: PaidPlan) => {
    const product = await ensureProduct(stripe, plan)
    const monthly = await ensurePrice(stripe, plan, product, 'monthly')
    return { product, monthly, annual: await ensurePrice(stripe, plan, product, 'annual') }
  }
  const [pro, enterprise] = [await of('pro'), await of('enterprise')]
  return {
    prices: {
      pro: { monthly: pro.monthly, annual: pro.annual },
      enterprise: { monthly: enterprise.monthly, annual: enterprise.annual },
    },
    products: [pro.product, enterprise.product],
  }
}

/**
 * Returns the features of the portal. Upgrades are immediate; downgrades and cancellation take effect at the end of the period (spec §9,
 * FAQ).
 */
const featuresOf = (
  { pro, enterprise }: PriceIdTable,
  [proProduct = '', enterpriseProduct = '']: readonly string[],
): Stripe.BillingPortal.ConfigurationCreateParams.Features => ({
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
    products: [
      { product: proProduct, prices: [pro.monthly, pro.annual] },
      { product: enterpriseProduct, prices: [enterprise.monthly, enterprise.annual] },
    ],
  },
})

const ensurePortal = async (
  stripe: Stripe,
  features: Stripe.BillingPortal.ConfigurationCreateParams.Features,
  publicUrl: string,
): Promise<string> => {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.['netbox'] === 'portal')
  const settings = {
    features,
    business_profile: { privacy_policy_url: `${publicUrl}/privacy`, terms_of_service_url: `${publicUrl}/terms` },
    default_return_url: `${publicUrl}/dashboard`,
  }
  if (known !== undefined) return (await stripe.billingPortal.configurations.update(known.id, settings)).id
  return (await stripe.billingPortal.configurations.create({ ...settings, metadata: { netbox: 'portal' } })).id
}

/** Finds the endpoint with this address and updates it, or creates it. */
const ensureWebhook = async (stripe: Stripe, url: string): Promise<AccountSetUp['webhook']> => {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const known = data.find((endpoint) => endpoint.url === url)
  const events = { enabled_events: [...HANDLED_EVENTS] }
  if (known !== undefined) {
    await stripe.webhookEndpoints.update(known.id, { ...events, disabled: false })
    return { id: known.id, secret: undefined }
  }
  const { id, secret } = await stripe.webhookEndpoints.create({ url, ...events, description: 'netbox' })
  return { id, secret }
}

/** Returns the settings of the service that sells with an account. */
export const settingsOf = ({
  prices,
  portalConfiguration,
  webhook,
}: AccountSetUp): Readonly<Record<string, string>> => ({
  STRIPE_PRICE_PRO_MONTHLY: prices.pro.monthly,
  STRIPE_PRICE_PRO_ANNUAL: prices.pro.annual,
  STRIPE_PRICE_ENTERPRISE_MONTHLY: prices.enterprise.monthly,
  STRIPE_PRICE_ENTERPRISE_ANNUAL: prices.enterprise.annual,
  STRIPE_PORTAL_CONFIGURATION: portalConfiguration,
  ...(webhook?.secret === undefined ? {} : { STRIPE_WEBHOOK_SECRET: webhook.secret }),
})

/**
 * Creates the objects that an account needs to sell plans: products, prices, the configuration of the portal, the endpoint for events.
 * Updates existing objects; running it again creates no duplicates.
 */
export const setUpAccount = async (stripe: Stripe, { publicUrl, webhookUrl }: SetUpOptions): Promise<AccountSetUp> => {
  const { prices, products } = await ensurePrices(stripe)
  const portalConfiguration = await ensurePortal(stripe, featuresOf(prices, products), publicUrl)
  const webhook = webhookUrl === undefined ? undefined : await ensureWebhook(stripe, webhookUrl)
  return { prices, portalConfiguration, webhook }
}
