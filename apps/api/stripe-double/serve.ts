// The built service with the double of its payment provider, in one process: `npm run start:double`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { HANDLED_EVENTS } from '../src/billing/payment-provider.ts'
import { setUpAccount } from '../src/billing/set-up-account.ts'
import { createStripe } from '../src/billing/stripe-calls.ts'
import { readConfig } from '../src/config.ts'
import { makePrivateFolder } from '../src/config/secrets.ts'
import { startDouble } from './start-double.ts'

const KEY = 'sk_test_double'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Endpoint {
  readonly id: string
  readonly secret: string
}

/** Returns the endpoint of this data folder. Its secret is told once, so it is kept beside what the double knows. */
const ensureEndpoint = async (stripe: Stripe, file: string, url: string): Promise<Endpoint> => {
  // Written by this very function.
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Endpoint) : undefined
  const { data } = await stripe.webhookEndpoints.list()
  if (kept !== undefined && data.some(({ id }) => id === kept.id)) {
    await stripe.webhookEndpoints.update(kept.id, { url })
    return kept
  }
  const { id, secret = '' } = await stripe.webhookEndpoints.create({ url, enabled_events: [...HANDLED_EVENTS] })
  writeFileSync(file, JSON.stringify({ id, secret }), { mode: 0o600 })
  return { id, secret }
}

/** Starts the double, sets it up as an account, and returns where it is and the settings that name it. */
const attach = async (port: number) => {
  const { dataDir, publicUrl, isProduction } = readConfig({ ...process.env, STRIPE_API_BASE: '', PORT: String(port) })
  if (isProduction) throw new Error('The double of the payment provider is for development.')
  makePrivateFolder(dataDir)
  const { url } = await startDouble({ file: join(dataDir, 'stripe-double.json') })
  const stripe = createStripe(KEY, url, 3)
  const { prices, portalConfiguration } = await setUpAccount(stripe, { publicUrl, webhookUrl: undefined })
  const webhook = `http://127.0.0.1:${port}/api/subscription/webhook`
  const { secret } = await ensureEndpoint(stripe, join(dataDir, 'stripe-double-endpoint.json'), webhook)
  const settings = {
    PORT: String(port),
    STRIPE_API_BASE: url,
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_PORTAL_CONFIGURATION: portalConfiguration,
    STRIPE_PRICE_PRO_MONTHLY: prices.pro.monthly,
    STRIPE_PRICE_PRO_ANNUAL: prices.pro.annual,
    STRIPE_PRICE_ENTERPRISE_MONTHLY: prices.enterprise.monthly,
    STRIPE_PRICE_ENTERPRISE_ANNUAL: prices.enterprise.annual,
  }
  return { url, settings }
}

const { PORT = '5000' } = process.env
const { url, settings } = await attach(PORT === '0' ? await freePort() : Number(PORT))
Object.assign(process.env, settings)
await import(new URL('../dist/main.js', import.meta.url).href)
process.stdout.write(`payments go to a double at ${url}: no money moves\n`)
