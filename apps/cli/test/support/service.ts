import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { PlanId } from '@netbox/core'
import type { Home } from './netbox.ts'

const dist = (name: string): string => fileURLToPath(new URL(`../../../api/dist/${name}.js`, import.meta.url))
if (!existsSync(dist('main'))) throw new Error("The API is not built: run 'npm run build' first.")

/** The password of all test accounts. */
export const PASSWORD = 'a long secret'

/** The address of a service, and the folder with its database. */
export interface Place {
  readonly url: string
  readonly folder: string
}

/** A running service and the actions of tests on it. */
export interface Service extends Place {
  /** Creates an account, and returns its access token. */
  register(email: string, plan?: PlanId): Promise<string>
  /** Changes the plan of an account. */
  setPlan(email: string, plan: PlanId): Promise<void>
  /** Calls the API and returns the response. */
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<Answer>
  /** Returns an access token of a new session. */
  token(email: string): Promise<string>
  /** Creates an API token with the access token of an enterprise account. */
  apiToken(session: string): Promise<string>
}

/** A built service on loopback with its own database. */
export interface OwnService extends Service {
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const listening = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let shown = ''
    child.stdout?.on('data', (chunk) => {
      shown += String(chunk)
      const url = /listens on (http:\S+)/.exec(shown)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`the service ended: ${shown}`)))
  })

// The API responds with objects. Each test checks the fields that it reads.
const bodyOf = (value: unknown): Answer['body'] => value as Answer['body']

/** Returns the actions for a running service. */
export const serviceAt = ({ url, folder }: Place): Service => {
  const call: Service['call'] = async (method, path, { token, body } = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: bodyOf(await answer.json()) }
  }
  const token = async (email: string): Promise<string> => {
    const { body } = await call('POST', '/auth/login', { body: { email, password: PASSWORD } })
    return String(body['token'])
  }
  const setPlan = async (email: string, plan: PlanId): Promise<void> => {
    // Writes to the running service's database, with the same source as if an admin had changed the plan.
    const database = new DatabaseSync(join(folder, 'data', 'netbox.sqlite'), { timeout: 5000 })
    const { changes } = database
      .prepare('UPDATE profiles SET plan = ?, plan_source = ? WHERE email = ?')
      .run(plan, 'admin', email)
    database.close()
    if (changes !== 1) throw new Error(`There is no account ${email}.`)
  }
  return {
    url,
    folder,
    call,
    token,
    setPlan,
    register: async (email, plan) => {
      const { body } = await call('POST', '/auth/register', { body: { email, password: PASSWORD } })
      if (plan !== undefined) await setPlan(email, plan)
      return String(body['token'])
    },
    apiToken: async (session) => {
      const { body } = await call('POST', '/tokens', {
        token: session,
        body: { name: 'test', scopes: ['tools:run', 'usage:read', 'email:verify'] },
      })
      return String(body['token'])
    },
  }
}

/** Starts the built service on a free port. */
export const startService = async (settings: Readonly<Record<string, string>> = {}): Promise<OwnService> => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-service-'))
  const child = spawn(process.execPath, [dist('main')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
      PORT: '0',
      ...settings,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await listening(child)
  const remove = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  return { ...serviceAt({ url, folder }), remove }
}

const patient = fileURLToPath(new URL('patient.cjs', import.meta.url))

/** Returns the home, configured for this service and with long timeouts. */
export const withService = (home: Home, url: string): Home => ({
  ...home,
  environment: { ...home.environment, NETBOX_API_URL: url, NODE_OPTIONS: `--require=${patient}` },
})
