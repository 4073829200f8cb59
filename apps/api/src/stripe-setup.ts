import { parseArgs } from 'node:util'
import { settingsOf, setUpAccount } from './billing/stripe/set-up-account.ts'
import { createStripe } from './billing/stripe/calls.ts'
import { ConfigError, type Environment, readSetUp } from './config/config.ts'

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
  const account = await setUpAccount(createStripe(secretKey, apiBase), { publicUrl, webhookUrl })
  const { webhook } = account
  for (const [name, value] of Object.entries(settingsOf(account))) process.stdout.write(`${name}=${value}\n`)
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
