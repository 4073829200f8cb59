// The built service with a fake payment provider, in one process: `npm run start:double`.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setUpAccount } from '../src/billing/stripe/set-up-account.ts'
import { createStripe } from '../src/billing/stripe/calls.ts'
import { readConfig } from '../src/config/config.ts'
import { makePrivateFolder } from '../src/config/secrets.ts'
import { startDouble } from './start-double.ts'

const KEY = 'sk_test_double'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const { PORT = '5000' } = process.env
const port = PORT === '0' ? await freePort() : Number(PORT)
const { dataDir, publicUrl, isProduction } = readConfig({ ...process.env, STRIPE_API_BASE: '', PORT: String(port) })
if (isProduction) throw new Error('The fake payment provider is only for development.')
makePrivateFolder(dataDir)
const { url, tables } = await startDouble({ file: join(dataDir, 'stripe-double.json') })
const webhookUrl = `http://127.0.0.1:${port}/api/subscription/webhook`
// There is only one endpoint. Its stored URL may have the port of an earlier start.
for (const endpoint of Object.values(tables.endpoints)) endpoint.url = webhookUrl
const { prices, portalConfiguration } = await setUpAccount(createStripe(KEY, url), { publicUrl, webhookUrl })
Object.assign(process.env, {
  PORT: String(port),
  STRIPE_API_BASE: url,
  STRIPE_SECRET_KEY: KEY,
  STRIPE_WEBHOOK_SECRET: Object.values(tables.endpoints)[0]?.secret,
  STRIPE_PORTAL_CONFIGURATION: portalConfiguration,
  STRIPE_PRICE_PRO_MONTHLY: prices.pro.monthly,
  STRIPE_PRICE_PRO_ANNUAL: prices.pro.annual,
  STRIPE_PRICE_ENTERPRISE_MONTHLY: prices.enterprise.monthly,
  STRIPE_PRICE_ENTERPRISE_ANNUAL: prices.enterprise.annual,
})
await import(new URL('../dist/main.js', import.meta.url).href)
process.stdout.write(`payments go to a fake provider at ${url}: no real money is charged\n`)
