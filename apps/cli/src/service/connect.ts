import { join } from 'node:path'
import {
  ApiClientError,
  type Client,
  type ClientSession,
  type Credentials,
  createClient,
  createSession,
} from '@netbox/contract'
import type { Environment } from '../environment.ts'
import { accountFolder, hasChosenApiUrl } from '../plan.ts'
import { apiUrlOf } from './api-url.ts'
import { toCommandError } from './failure.ts'
import { fileLock } from './file-lock.ts'
import { notSignedIn, sessionEnded, signedInElsewhere, tokenRefused, unreachable } from './messages.ts'
import { clearCachedPlan } from './plan-cache.ts'
import { serviceFetch } from './service-fetch.ts'
import { sessionPath, type SessionStorage, sessionStorage } from './session-file.ts'
import { solveCaptcha } from './solve-captcha.ts'

/** The caller: the stored session or token, the token of NETBOX_TOKEN, or a visitor. */
export type Credential = 'session' | 'stored token' | 'NETBOX_TOKEN' | 'none'

/** A service, and who calls it. */
export interface Connection {
  readonly apiUrl: string
  readonly client: Client
  readonly session: ClientSession
  readonly storage: SessionStorage
  /** The credential of calls. */
  readonly credentials: Credentials
  readonly fetch: typeof globalThis.fetch
  readonly credential: () => Credential
  /** Throws a `CommandError` where nobody is signed in. */
  readonly requireSignIn: () => void
  /** Does work with the service; errors become a `CommandError`. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Turns an error into a `CommandError`; a session that the service refuses is deleted. */
  readonly explain: (error: unknown) => unknown
}

/** How a service is connected to. */
export interface ConnectionOptions {
  /** How long an answer is waited for, in milliseconds. */
  readonly timeout?: number
  /** Reads the session also where others can read it: to end it. */
  readonly anyway?: boolean
  /** Another address than the one that is chosen. */
  readonly apiUrl?: string
}

const TIMEOUT = 20_000
// Someone waits: what can't be reached in this time is said to be so.
const PATIENCE = 2000

/** Connects to the service. Nothing is sent before it is asked for. Throws a `CommandError` for an address or file that can't be. */
export const connect = (environment: Environment, options: ConnectionOptions = {}): Connection => {
  const { timeout = TIMEOUT, anyway = false, apiUrl = apiUrlOf(environment) } = options
  const storage = sessionStorage(sessionPath(environment), apiUrl, { anyway })
  const fetch = serviceFetch(apiUrl, timeout)
  const baseUrl = `${apiUrl}/api`
  const lock = fileLock(join(accountFolder(environment), 'lock'))
  const session = createSession({
    baseUrl,
    fetch,
    storage,
    lock,
    solveCaptcha,
    maxRetryTime: Math.min(PATIENCE, timeout),
  })
  const { token } = environment
  const isChosen = hasChosenApiUrl(environment)
  const credentials: Credentials = token === undefined ? session : { token: () => token }
  // A refresh may have cleared the store before the refusal is seen.
  const before = session.store.read()

  const credential = (): Credential => {
    if (token !== undefined) return 'NETBOX_TOKEN'
    const stored = session.store.read()
    return stored === undefined ? 'none' : stored.refresh === undefined ? 'stored token' : 'session'
  }

  const forgotten = (): unknown => {
    if (token !== undefined) return tokenRefused(apiUrl, 'the token of NETBOX_TOKEN')
    if (before === undefined) return notSignedIn(apiUrl, isChosen)
    const isSession = before.refresh !== undefined
    // The client forgets a session that can't be renewed by the service's own word; one that is still there may be renewed later.
    if (isSession && session.store.read() !== undefined) return unreachable(apiUrl, 'it does not renew the session now')
    session.store.clear()
    clearCachedPlan(environment)
    return isSession ? sessionEnded(apiUrl) : tokenRefused(apiUrl, 'the token that was kept')
  }

  const explain = (error: unknown): unknown =>
    error instanceof ApiClientError && error.code === 'unauthorized' ? forgotten() : toCommandError(error, apiUrl)

  return {
    apiUrl,
    session,
    storage,
    credentials,
    fetch,
    credential,
    explain,
    client: createClient({ baseUrl, fetch, session: credentials, solveCaptcha }),
    requireSignIn: () => {
      if (credential() !== 'none') return
      const owner = storage.owner()
      throw owner === undefined ? notSignedIn(apiUrl, isChosen) : signedInElsewhere(owner, apiUrl)
    },
    attempt: async (work) => {
      try {
        return await work()
      } catch (error) {
        throw explain(error)
      }
    },
  }
}
