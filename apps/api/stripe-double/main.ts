// The double of the payment provider as a program: `npm run stripe:double`.
import { parseArgs } from 'node:util'
import { startDouble } from './start-double.ts'

const { port, file } = parseArgs({
  options: {
    /** Default 12111. */
    port: { type: 'string', default: '12111' },
    /** Where it keeps what it knows. */
    file: { type: 'string' },
  },
}).values

const double = await startDouble({ port: Number(port), ...(file === undefined ? {} : { file }) })

const stop = (): void => {
  double.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.stdout.write(
  `stripe double listens on ${double.url}
To sell plans with it, in another terminal:
  STRIPE_API_BASE=${double.url} STRIPE_SECRET_KEY=sk_test_double npm run stripe:setup
and start netbox with these two and with what that prints.\n`,
)
