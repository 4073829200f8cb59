import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { type CaptchaSolver, ApiClientError, type Credentials, createClient, createSession } from '@netbox/contract'
import type { Environment } from '../environment.ts'
import { hasChosenApiUrl, clearCachedPlan } from '../state/plan.ts'
import { apiUrlOf } from '../state/api-url.ts'
import { toCommandError } from './failure.ts'
import {
  notSignedIn,
  sessionEnded,
  signedInElsewhere,
  tokenRefused,
  unreachable,
  redirected,
} from '../texts/account-messages.ts'
import { sessionPath, sessionStorage } from './session-file.ts'
import { version } from '../version.ts'

const derive = promisify(pbkdf2)
/** The maximum work of a challenge: about a minute on one core. */
const MOST_ROUNDS = 1_000_000
const MOST_TRIES = 20_000

/**
 * Solves a challenge as ALTCHA's widget does: finds the number whose PBKDF2 key has the required prefix. Returns undefined for a challenge
 * that requires too much work.
 */
export const solveCaptcha: CaptchaSolver = async (challenge, signal) => {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  if (cost > MOST_ROUNDS || keyLength > 64) return undefined
  const start = Buffer.from(nonce, 'hex')
  for (let counter = 0; counter < MOST_TRIES && cost * counter < MOST_ROUNDS * 64; counter++) {
    signal?.throwIfAborted()
    const password = Buffer.alloc(start.length + 4)
    start.copy(password)
    password.writeUInt32BE(counter, start.length)
    const key = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256')
    const derivedKey = key.toString('hex')
    if (derivedKey.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64')
  }
  return undefined
}

const isStream = (init: RequestInit | undefined): boolean => {
  const accept = new Headers(init?.headers).get('accept') ?? ''
  return accept.includes('ndjson') || accept.includes('event-stream')
}

/**
 * Creates a `fetch` for a service. Requests have a time limit (for a stream, only until it starts) and the command's user agent. They don't
 * follow redirects, because they may contain a token.
 */
const serviceFetch =
  (apiUrl: string, timeout: number): typeof globalThis.fetch =>
  async (input, init) => {
    const limit = new AbortController()
    const late = setTimeout(() => limit.abort(new DOMException('It did not answer in time.', 'TimeoutError')), timeout)
    const signals = [limit.signal, ...(init?.signal == null ? [] : [init.signal])]
    const headers = new Headers(init?.headers)
    headers.set('User-Agent', `netbox/${version} (${process.platform})`)
    try {
      const response = await fetch(input, { ...init, headers, redirect: 'manual', signal: AbortSignal.any(signals) })
      const target = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && target !== null)
        throw redirected(apiUrl, new URL(target, apiUrl).origin)
      return response
    } finally {
      // A response that isn't a stream must arrive completely within the time limit.
      if (isStream(init)) clearTimeout(late)
      else late.unref()
    }
  }

/** The kind of credential: the stored session or token, the token in NETBOX_TOKEN, or none for a visitor. */
export type Credential = 'session' | 'stored token' | 'NETBOX_TOKEN' | 'none'

export interface ConnectionOptions {
  /** The timeout of a response, in milliseconds. */
  readonly timeout?: number
  /** Whether to read the session, in order to end it, even if other users can read its file. */
  readonly anyway?: boolean
  /** The address of the service, if it is not the configured one. */
  readonly apiUrl?: string
}

const TIMEOUT = 20_000
// The maximum time for retries of a failed refresh, in milliseconds. It is short, because the user is waiting.
const RETRY_TIMEOUT = 2000

/** Connects to the service. Sends nothing before the first call. Throws a `CommandError` for an invalid address or file. */
export const connect = (environment: Environment, options: ConnectionOptions = {}) => {
  const { timeout = TIMEOUT, anyway = false, apiUrl = apiUrlOf(environment) } = options
  const storage = sessionStorage(sessionPath(environment), apiUrl, { anyway })
  const fetch = serviceFetch(apiUrl, timeout)
  const baseUrl = `${apiUrl}/api`
  const session = createSession({
    baseUrl,
    fetch,
    storage,
    solveCaptcha,
    maxRetryTime: Math.min(RETRY_TIMEOUT, timeout),
  })
  const { token } = environment
  const isChosen = hasChosenApiUrl(environment)
  const credentials: Credentials = token === undefined ? session : { token: () => token }
  // Read now, because a failed refresh may clear the store before the error is handled.
  const before = session.store.read()

  const credential = (): Credential => {
    if (token !== undefined) return 'NETBOX_TOKEN'
    const stored = session.store.read()
    return stored === undefined ? 'none' : stored.refresh === undefined ? 'stored token' : 'session'
  }

  const forgotten = (): unknown => {
    if (token !== undefined) return tokenRefused(apiUrl, 'the token in NETBOX_TOKEN')
    if (before === undefined) return notSignedIn(apiUrl, isChosen)
    const isSession = before.refresh !== undefined
    // The client deletes a session that the service refuses to renew. If the session is still stored, it may be renewed later.
    if (isSession && session.store.read() !== undefined) return unreachable(apiUrl, 'it did not renew the session')
    session.store.clear()
    clearCachedPlan(environment)
    return isSession ? sessionEnded(apiUrl) : tokenRefused(apiUrl, 'the stored token')
  }

  /** Converts an error of the service into a `CommandError`. If the service refused the session, deletes it. */
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
    /** Creates a client that sends another token. */
    clientWith: (other: string) => createClient({ baseUrl, fetch, session: { token: () => other } }),
    /** Throws a `CommandError` unless the user is signed in. */
    requireSignIn: (): void => {
      if (credential() !== 'none') return
      const owner = storage.owner()
      throw owner === undefined ? notSignedIn(apiUrl, isChosen) : signedInElsewhere(owner, apiUrl)
    },
    /** Runs `work` and converts its errors with `explain`. */
    attempt: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work()
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** A connection to a service, with its credential. */
export type Connection = ReturnType<typeof connect>
