import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../free-port.ts'

const main = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url))
const withDouble = fileURLToPath(new URL('../../../apps/api/stripe-double/serve.ts', import.meta.url))
const admin = fileURLToPath(new URL('../../../apps/api/dist/admin.js', import.meta.url))

/** The built service on its own port, which stays the same after a restart. */
export interface Service {
  readonly url: string
  /** Returns the URL of the development mailbox, if it is on. */
  readonly mailbox: () => string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  /** Calls the API without the browser. */
  readonly api: (method: string, path: string, body?: unknown, token?: string) => Promise<Response>
  /** Runs `npm run admin` with arguments. */
  readonly admin: (...words: string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Waits for the line with the service's address; returns the URL of the mailbox, which the same write prints. */
const listening = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes(' listens on ')) resolve(/mailbox: (\S+)/.exec(String(chunk))?.[1] ?? '')
    })
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
  })

/** Starts the built service with an empty database. The setting `STRIPE_API_BASE=double` starts it with a fake payment provider. */
export const startService = async ({
  STRIPE_API_BASE: provider,
  ...settings
}: Readonly<Record<string, string>> = {}): Promise<Service> => {
  const folder = await mkdtemp(join(tmpdir(), 'netbox-auth-'))
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...settings,
  }
  const url = `http://localhost:${port}`
  const program = provider === 'double' ? withDouble : main
  let running: ChildProcess
  let mailbox = ''
  const start = async () => {
    running = spawn(process.execPath, [program], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    mailbox = await listening(running)
  }
  const stop = async () => {
    if (running.exitCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
  await start()
  return {
    url,
    mailbox: () => mailbox,
    start,
    stop,
    api: async (method, path, body, token) =>
      fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    admin: async (...words) => {
      const child = spawn(process.execPath, [admin, ...words], { env, cwd: folder, stdio: 'ignore' })
      await once(child, 'exit')
      if (child.exitCode !== 0) throw new Error(`admin ${words.join(' ')} ended with ${child.exitCode}.`)
    },
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
