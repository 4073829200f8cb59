import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type EndpointId, findEndpoint, type ParamsOf, type QueryInput, type ResponseOf } from '@netbox/contract'
import type { Verifier } from '@netbox/email-verifier'
import type { Clock, PlanId } from '@netbox/core'
import { pino } from 'pino'
import type { TimeLimits } from '../../src/billing/payment-provider.ts'
import { compose, type Core } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { newId } from '../../src/random.ts'
import { CHEAP } from './accounts.ts'
import { checkAnswer } from './check-answer.ts'
import { TIMEOUT_FACTOR } from './database.ts'

/** The options of a test API. */
export interface TestApiOptions {
  /** Default: its own SQLite file. */
  readonly databaseUrl?: string
  /** More environment variables. Rate limits are off unless `RATE_LIMITS` is 'on'. */
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
  /** The folder of a built web site. */
  readonly siteFolder?: string
  readonly commandFile?: string
  /** Whether passwords have the production cost, for tests of its effects; otherwise the lowest cost of argon2. */
  readonly hasRealPasswords?: boolean
  /** The time limits for the payment provider. */
  readonly billingTimeLimits?: TimeLimits
  /** The factor for the timeouts of a database server; 1 in tests of an unresponsive server. */
  readonly databaseTimeoutFactor?: number
  /** The replacement of the email verifier. */
  readonly verifier?: Verifier
}

/** The options of a call. */
export interface CallOptions<Id extends EndpointId> {
  readonly params?: ParamsOf<Id>
  readonly query?: QueryInput<Id>
  /** Any value, because tests also send invalid ones. */
  readonly body?: unknown
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A response that was checked against the contract. */
export interface TestAnswer<Id extends EndpointId> {
  readonly status: number
  readonly headers: Headers
  /** The response, with the endpoint's type for a success. */
  readonly body: ResponseOf<Id>
  /** The code of an error; undefined for a success. */
  readonly code: string | undefined
  readonly text: string
}

/** A signed-in user. */
export interface TestUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly bearer: string
  readonly refreshToken: string
  readonly sessionId: string
}

/** A complete API on a free port. */
export interface TestApi {
  readonly url: string
  readonly port: number
  readonly core: Core
  /** Calls an endpoint and checks the response against the contract. */
  call<Id extends EndpointId>(id: Id, options?: CallOptions<Id>): Promise<TestAnswer<Id>>
  /** Returns the metrics. */
  metrics(): Promise<string>
  /** Sends any request, unchecked. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Creates a user and signs them in. */
  user(options?: { plan?: PlanId; isAdmin?: boolean; password?: string }): Promise<TestUser>
  /** Returns the log so far. */
  logged(): string
  stop(): Promise<void>
}

const memoryLog = (level: string) => {
  let text = ''
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  const logger = pino({ level }, stream)
  return { log: { logger, flush: () => undefined, dropped: () => 0 }, text: () => text }
}

const pathOf = (id: EndpointId, { params = {}, query = {} }: { params?: object; query?: object }): string => {
  const path = Object.entries(params).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    findEndpoint(id).path,
  )
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const search = new URLSearchParams(pairs).toString()
  return `/api${path}${search === '' ? '' : `?${search}`}`
}

const makeUser =
  ({ accounts, sessions, database }: Core): TestApi['user'] =>
  async ({ plan = 'free', isAdmin = false, password = 'correct horse' } = {}) => {
    const email = `${newId()}@mail.example`
    const account = await accounts.createUser({ email, password, plan })
    if (isAdmin) {
      await database.writer.updateTable('profiles').set({ is_admin: 1 }).where('id', '=', account.id).execute()
    }
    const { accessToken, refreshToken, sessionId } = await sessions.start(account, {
      userAgent: 'test',
      address: '127.0.0.1',
    })
    return { id: account.id, email, password, bearer: accessToken, refreshToken, sessionId }
  }

/** The default of METRICS_TOKEN. */
const METRICS_TOKEN = 'the-token-of-the-metrics'

/** Starts an API on a free port. Stop it after the test. */
export const startApi = async (options: TestApiOptions = {}): Promise<TestApi> => {
  const {
    databaseUrl,
    env = {},
    clock,
    siteFolder,
    commandFile,
    verifier,
    billingTimeLimits,
    hasRealPasswords = false,
  } = options
  const folder = await mkdtemp(join(tmpdir(), 'netbox-api-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://netbox.example',
    METRICS_TOKEN,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...env,
  })
  const { log, text } = memoryLog(config.logLevel)
  const api = await compose(config, {
    log,
    ...(hasRealPasswords ? {} : { passwordCost: CHEAP }),
    // One iteration instead of thousands, because another test covers the cost of a captcha.
    captchaIterations: 1,
    databaseTimeoutFactor: options.databaseTimeoutFactor ?? TIMEOUT_FACTOR,
    ...(billingTimeLimits === undefined ? {} : { billingTimeLimits }),
    ...(clock === undefined ? {} : { clock }),
    ...(siteFolder === undefined ? {} : { siteFolder }),
    ...(commandFile === undefined ? {} : { commandFile }),
    ...(verifier === undefined ? {} : { verifier: () => verifier }),
  })
  const url = `http://127.0.0.1:${api.port}`
  const request: TestApi['fetch'] = (path, init) => fetch(`${url}${path}`, init)

  const call: TestApi['call'] = async (id, given = {}) => {
    const { body, bearer, headers = {} } = given
    const init: RequestInit = {
      method: findEndpoint(id).method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const response = await request(pathOf(id, { params: given.params ?? {}, query: given.query ?? {} }), init)
    return checkAnswer(id, response, bearer !== undefined)
  }

  const metrics = async (): Promise<string> =>
    (await request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()

  const stop = async (): Promise<void> => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const user = makeUser(api.core)
  return { url, port: api.port, core: api.core, call, metrics, fetch: request, user, logged: text, stop }
}
