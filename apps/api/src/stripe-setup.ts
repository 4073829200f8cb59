import { parseArgs } from 'node:util'
import { setUpAccount } from './billing/stripe/set-up-account.ts'
import { createStripe } from './billing/stripe/calls.ts'
import { ConfigError, type Environment } from './config/config.ts'
import { readSetUp } from './config/read-billing.ts'

const USAGE = `Usage: npm run stripe:setup [-- --webhook-url https://netbox.example/api/subscription/webhook]

Creates products, prices, the portal's configuration and the webhook endpoint in the account of STRIPE_SECRET_KEY, and prints their
settings. You can run it again: it updates existing objects.
`

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const setUp = async (env: Environment, given: string | undefined): Promise<void> => {
  const { secretKey, apiBase, publicUrl } = readSetUp(env)
  const address = `${publicUrl}/api/subscription/webhook`
  // The provider can't reach this machine, and refuses an address without TLS.
  const webhookUrl = given ?? (apiBase !== undefined || address.startsWith('https:') ? address : undefined)
  const { prices, portalConfiguration, webhook } = await setUpAccount(createStripe(secretKey, apiBase), {
    publicUrl,
    webhookUrl,
  })
  const lines = [
    `STRIPE_PRICE_PRO_MONTHLY=${prices.pro.monthly}`,
    `STRIPE_PRICE_PRO_ANNUAL=${prices.pro.annual}`,
    `STRIPE_PRICE_ENTERPRISE_MONTHLY=${prices.enterprise.monthly}`,
    `STRIPE_PRICE_ENTERPRISE_ANNUAL=${prices.enterprise.annual}`,
    `STRIPE_PORTAL_CONFIGURATION=${portalConfiguration}`,
    ...(webhook?.secret === undefined ? [] : [`STRIPE_WEBHOOK_SECRET=${webhook.secret}`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (webhook === undefined)
    say('No endpoint was created: PUBLIC_URL is not https. Use --webhook-url, or forward events with the Stripe CLI.')
  else if (webhook.secret === undefined)
    say(`The endpoint ${webhook.id} already existed. Its secret is unchanged; Stripe's dashboard shows it.`)
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { 'webhook-url': { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) process.stdout.write(USAGE)
  else await setUp(process.env, values['webhook-url'])
}

try {
  await main()
} catch (error) {
  say(`netbox: ${error instanceof Error ? error.message : String(error)}`)
  if (!(error instanceof ConfigError)) say(USAGE)
  process.exitCode = 1
}
