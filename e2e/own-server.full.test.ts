import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const from = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const requireOfApi = createRequire(from('apps/api/package.json'))

const PROGRAM = `
import Stripe from '${pathToFileURL(requireOfApi.resolve('stripe')).href}'
import { startDouble } from '${new URL('../apps/api/stripe-double/start-double.ts', import.meta.url).href}'
await startDouble({ port: 4009 })
const stripe = new Stripe('sk_test_own')
const { email } = await stripe.customers.create({ email: 'ana@shop.example' })
console.log(email)
process.exit()
`

it.skipIf(findObstacle() !== undefined)(
  'the SDK of Stripe reaches a double at api.stripe.com without a setting',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
    try {
      const program = join(folder, 'program.mts')
      writeFileSync(program, PROGRAM)
      const command = [
        from('node_modules/.bin/netbox'),
        'serve',
        '--map',
        'api.stripe.com=:4009',
        '--',
        process.execPath,
        program,
      ]
      const { stdout } = await run(process.execPath, command, { env: { ...process.env, XDG_STATE_HOME: folder } })
      expect(stdout).toBe('ana@shop.example\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
