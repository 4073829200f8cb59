// The built service with a fake payment provider, in one process: `npm run start:double`.
import { join } from 'node:path'
import { settingsOf, setUpAccount } from '../src/billing/stripe/set-up-account.ts'
import { createStripe } from '../src/billing/stripe/calls.ts'
import { readConfig } from '../src/config/config.ts'
import { makePrivateFolder } from '../src/config/secrets.ts'
import { freePort } from '../test/support/free-ports.ts'
import { createPages } from './pages.ts'
import { startDouble } from './start-double.ts'

const KEY = 'sk_test_double'

const { PORT = '5000' } = process.env
const port = PORT === '0' ? await freePort() : Number(PORT)
const { dataDir, publicUrl, isProduction } = readConfig({ ...process.env, STRIPE_API_BASE: '', PORT: String(port) })
if (isProduction) throw new Error('The fake payment provider is only for development.')
makePrivateFolder(dataDir)
const { url, tables } = await startDouble({ file: join(dataDir, 'stripe-double.json'), createPages })
const webhookUrl = `http://127.0.0.1:${port}/api/subscription/webhook`
// There is only one endpoint. Its stored URL may have the port of an earlier start.
for (const endpoint of Object.values(tables.endpoints)) endpoint.url = webhookUrl
const account = await setUpAccount(createStripe(KEY, url), { publicUrl, webhookUrl })
Object.assign(process.env, settingsOf(account), {
  PORT: String(port),
  STRIPE_API_BASE: url,
  STRIPE_SECRET_KEY: KEY,
  STRIPE_WEBHOOK_SECRET: Object.values(tables.endpoints)[0]?.secret,
})
await import(new URL('../dist/main.js', import.meta.url).href)
process.stdout.write(`payments go to a fake provider at ${url}: no real money is charged\n`)
