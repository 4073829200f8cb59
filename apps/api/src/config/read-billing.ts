import { ConfigError, type Environment, readSettings, type Settings } from './settings.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether a URL points to this machine. */
export const isThisMachine = (url: string): boolean => LOOPBACK.has(new URL(url).hostname)

/** Checks the address of the payment provider. In production it needs encryption, because requests contain the key. */
const checkBase = (base: string | undefined): void => {
  if (base?.startsWith('http:') && !isThisMachine(base))
    throw new ConfigError(
      'STRIPE_API_BASE',
      'must begin with https:// in production, because the key of the account is sent there',
    )
}

/** Returns the payment settings. All are optional: without a key, plans can't be bought. */
export const readBilling = (settings: Settings) => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_BASE: apiBase } = settings
  if (settings.NODE_ENV === 'production') {
    checkBase(apiBase)
    if (secretKey !== undefined && webhookSecrets.length === 0)
      throw new ConfigError(
        'STRIPE_WEBHOOK_SECRET',
        'is missing; without it, customers do not get the plan that they pay for',
      )
  }
  const prices = {
    pro: { monthly: settings.STRIPE_PRICE_PRO_MONTHLY, annual: settings.STRIPE_PRICE_PRO_ANNUAL },
    enterprise: { monthly: settings.STRIPE_PRICE_ENTERPRISE_MONTHLY, annual: settings.STRIPE_PRICE_ENTERPRISE_ANNUAL },
  }
  const set = [prices.pro, prices.enterprise].flatMap(({ monthly, annual }) => [monthly, annual]).filter(Boolean)
  if (new Set(set).size !== set.length)
    throw new ConfigError('STRIPE_PRICE_…', 'contains a price twice; each price is for one plan and interval')
  return { secretKey, webhookSecrets, apiBase, portalConfiguration: settings.STRIPE_PORTAL_CONFIGURATION, prices }
}

/** Reads the settings for setting up a Stripe account: the key, the address of the API, and the public address of the web app. */
export const readSetUp = (env: Environment) => {
  const settings = readSettings({ ...env, NODE_ENV: undefined })
  const { secretKey, apiBase } = readBilling(settings)
  if (secretKey === undefined) throw new ConfigError('STRIPE_SECRET_KEY', 'is missing; it is the key of the account')
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return { secretKey, apiBase, publicUrl: publicUrl.replace(/\/+$/, '') }
}
