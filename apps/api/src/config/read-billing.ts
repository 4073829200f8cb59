import type { Environment } from '../config.ts'
import { ConfigError } from './read.ts'
import * as read from './read.ts'

/** What stands for the double of the payment provider that comes with the project, in the place of an address. */
export const DOUBLE = 'double'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads the key of the account. What is for browsers (pk_…) opens nothing here. */
const readKey = (env: Environment): string | undefined => {
  const key = read.line(env, 'STRIPE_SECRET_KEY')
  if (key !== undefined && !/^(?:sk|rk)_(?:test|live)_\w+$/.test(key))
    throw new ConfigError('STRIPE_SECRET_KEY', 'must be a secret or restricted key, such as sk_test_…')
  return key
}

/** Reads the address of the payment provider. The key goes there, so in production no other machine may read it on the way. */
const readBase = (env: Environment, isProduction: boolean): string | undefined => {
  const name = 'STRIPE_API_BASE'
  if (read.text(env, name) === DOUBLE) {
    if (isProduction) throw new ConfigError(name, 'is a double, for development; a production start refuses it')
    return DOUBLE
  }
  const base = read.url(env, name, ['http:', 'https:'])
  if (base === undefined) return undefined
  const { protocol, hostname, pathname, search, hash, username } = new URL(base)
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw new ConfigError(name, 'must be scheme, host and port alone')
  if (isProduction && protocol === 'http:' && !LOOPBACK.has(hostname))
    throw new ConfigError(name, 'must begin with https:// in production; the key of the account goes there')
  return base
}

const readPrices = (env: Environment) => ({
  pro: { monthly: read.line(env, 'STRIPE_PRICE_PRO_MONTHLY'), annual: read.line(env, 'STRIPE_PRICE_PRO_ANNUAL') },
  enterprise: {
    monthly: read.line(env, 'STRIPE_PRICE_ENTERPRISE_MONTHLY'),
    annual: read.line(env, 'STRIPE_PRICE_ENTERPRISE_ANNUAL'),
  },
})

/** Reads the settings of payments. Nothing has to be set: without a key nothing can be bought. */
export const readBilling = (env: Environment, isProduction: boolean) => {
  const secretKey = readKey(env)
  const webhookSecrets = read.list(env, 'STRIPE_WEBHOOK_SECRET')
  if (isProduction && secretKey !== undefined && webhookSecrets.length === 0)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET', 'is missing; who pays would not get the plan')
  const prices = readPrices(env)
  const ids = [prices.pro, prices.enterprise].flatMap(({ monthly, annual }) => [monthly, annual])
  const set = ids.filter((id) => id !== undefined)
  if (new Set(set).size !== set.length)
    throw new ConfigError('STRIPE_PRICE_…', 'names one price twice; each stands for one plan and interval')
  return {
    secretKey,
    webhookSecrets,
    apiBase: readBase(env, isProduction),
    portalConfiguration: read.line(env, 'STRIPE_PORTAL_CONFIGURATION'),
    prices,
  }
}

/** Reads what setting up an account needs: its key, where it is, and where people come back to. */
export const readSetUp = (env: Environment) => {
  const { secretKey, apiBase } = readBilling(env, false)
  if (secretKey === undefined) throw new ConfigError('STRIPE_SECRET_KEY', 'is missing; it is the key of the account')
  if (apiBase === DOUBLE)
    throw new ConfigError('STRIPE_API_BASE', 'must be an address here; the double of the service sets itself up')
  const publicUrl = read.url(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${env['PORT'] ?? 5000}`
  return { secretKey, apiBase, publicUrl: publicUrl.replace(/\/+$/, '') }
}
