// The double of Stripe alone, from its sources: `npm run double -- [--port 4009] [--webhook URL] [-- COMMAND…]`. With a command, the double
// listens until the command ends, and has its exit code.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createPages } from './pages.ts'
import { startDouble } from './start-double.ts'

const HIGHEST_PORT = 65_535

const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const readOptions = () => {
  const options = { port: { type: 'string', default: '4009' }, webhook: { type: 'string' } } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = readOptions()
const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : 0
if (port < 1 || port > HIGHEST_PORT) refuse(`'${values.port}' is not a port. Expected 1 to 65535, such as --port 4009.`)
const { webhook } = values
if (webhook !== undefined && !/^https?:\/\/[^/]/.test(webhook))
  refuse(`'${webhook}' is not a URL for web hooks. Expected one such as --webhook https://www.shop.example/hooks.`)
const { url, store, tables } = await startDouble({ port, createPages }).catch((error: Error) =>
  refuse(`The double can't listen on port ${port}: ${error.message}.`),
)
const secret = webhook === undefined ? undefined : store.row('whsec', '').id
if (webhook !== undefined && secret !== undefined) {
  const row = store.row('we', 'webhook_endpoint')
  tables.endpoints[row.id] = { ...row, url: webhook, secret, enabled_events: ['*'] }
}
const [command, ...rest] = positionals
if (command === undefined) {
  process.stdout.write(`A double of Stripe listens at ${url}: netbox serve --map api.stripe.com=:${port} -- COMMAND\n`)
  if (secret !== undefined) process.stdout.write(`The secret of its web hooks is ${secret}\n`)
} else {
  const env = { ...process.env, ...(secret !== undefined && { STRIPE_WEBHOOK_SECRET: secret }) }
  const child = spawn(command, rest, { stdio: 'inherit', env })
  child.on('error', () => refuse(`The command '${command}' can't be run.`))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exit(code ?? 1)
}
