import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { HANDLED_EVENTS } from './handled-events.ts'
import { setUpAccount } from './set-up-account.ts'
import { createStripe } from './stripe-calls.ts'

/** What starting the double needs. */
export interface AttachOptions {
  /** The double's program. */
  readonly program: string
  readonly dataDir: string
  readonly publicUrl: string
}

const KEY = 'sk_test_double'
const LISTENS = /^stripe double listens on (http:\S+)$/m

const started = (program: string, file: string): Promise<{ readonly child: ChildProcess; readonly url: string }> =>
  new Promise((resolve, reject) => {
    const words = [program, '--attached', '--port', '0', '--file', file]
    // It ends when its standard input is closed, and so also when this process is killed.
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = LISTENS.exec(output)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The double of the payment provider does not start.')))
  })

interface Endpoint {
  readonly id: string
  readonly secret: string
}

const isThere = async (stripe: Stripe, { id }: Endpoint): Promise<boolean> => {
  try {
    await stripe.webhookEndpoints.retrieve(id)
    return true
  } catch {
    return false
  }
}

/** Gives the endpoint of this data folder. Its secret is told once, so it is kept beside what the double knows. */
const ensureEndpoint = async (stripe: Stripe, file: string, url: string): Promise<Endpoint> => {
  // Written by this very function.
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Endpoint) : undefined
  if (kept !== undefined && (await isThere(stripe, kept))) return kept
  const { id, secret = '' } = await stripe.webhookEndpoints.create({ url, enabled_events: [...HANDLED_EVENTS] })
  writeFileSync(file, JSON.stringify({ id, secret }), { mode: 0o600 })
  return { id, secret }
}

/** Starts the double of the payment provider beside this process, and sets it up as an account would be. */
export const attachDouble = async ({ program, dataDir, publicUrl }: AttachOptions) => {
  const { child, url } = await started(program, join(dataDir, 'stripe-double.json'))
  // A busy machine breaks connections of a start too, which nobody else would try again.
  const stripe = createStripe(KEY, url, 3)
  const { prices, portalConfiguration } = await setUpAccount(stripe, { publicUrl, webhookUrl: undefined })
  const placeholder = `${url}/nowhere`
  const endpoint = await ensureEndpoint(stripe, join(dataDir, 'stripe-double-endpoint.json'), placeholder)
  return {
    url,
    billing: { secretKey: KEY, webhookSecrets: [endpoint.secret], apiBase: url, portalConfiguration, prices },
    /** Lets it tell this service what happens, once the port is known. */
    tell: async (port: number, host: string): Promise<void> => {
      const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
      await stripe.webhookEndpoints.update(endpoint.id, { url: `http://${name}:${port}/api/subscription/webhook` })
    },
    stop: (): void => {
      child.stdin?.end()
    },
  }
}
