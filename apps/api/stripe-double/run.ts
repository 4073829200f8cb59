// The double of Stripe alone, from its sources: `npm run double -- --port 4009`.
import { parseArgs } from 'node:util'
import { createPages } from './pages.ts'
import { startDouble } from './start-double.ts'

const HIGHEST_PORT = 65_535

const { values } = parseArgs({ options: { port: { type: 'string', default: '4009' } } })
const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : 0
if (port < 1 || port > HIGHEST_PORT) {
  process.stderr.write(`'${values.port}' is not a port. Expected 1 to 65535, such as --port 4009.\n`)
  process.exit(2)
}
const { url } = await startDouble({ port, createPages })
process.stdout.write(`A double of Stripe listens at ${url}: netbox serve --map api.stripe.com=:${port} -- COMMAND\n`)
