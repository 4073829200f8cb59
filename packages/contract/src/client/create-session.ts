import { type Clock, systemClock } from '@netbox/core'
import type { HeldUser, User } from '../entities/user.ts'
import { ApiClientError, isOutage } from './api-client-error.ts'
import { type ClientOptions, createClient } from './create-client.ts'
import type { Credentials } from './open-response.ts'
import { fieldsOf, invalidResponse } from './read-response.ts'
import { readSignedIn, readVerifiedUser, type SignIn } from './read-signed-in.ts'
import { createSessionRefresh, type Lock } from './session-refresh.ts'
import { createSessionStore, type SessionStore, type TokenStorage } from './session-store.ts'

/** The options of a session; all have a default. */
export interface SessionOptions extends Omit<ClientOptions, 'session'> {
  /** The storage of the session; default in memory. */
  readonly storage?: TokenStorage
  readonly clock?: Clock
  /** Allows only one refresh at a time across tabs: `(work) => navigator.locks.request('netbox-session', work)`. */
  readonly lock?: Lock
  /** The time for retries of a failed refresh, in milliseconds; default 30 s. Use a shorter time in a program whose user waits. */
  readonly maxRetryTime?: number
}

/** The outcome of a registration: the user is signed in, or must confirm the address first. */
export type Registration =
  | { readonly kind: 'signed_in'; readonly user: User }
  | {
      readonly kind: 'confirmation_required'
      readonly email: string
      /** The proof for `auth.resend` that the request comes from this browser. */
      readonly resendToken: string
    }

/** The outcome of a sign-in by password: the user is signed in, or must enter the code of an authenticator app or a recovery code. */
export type Login =
  | { readonly kind: 'signed_in'; readonly user: User }
  | { readonly kind: 'second_factor_required'; readonly finish: (code: string) => Promise<User> }

/** The result of checking a stored token. `unknown`: the API was unreachable (no response, 502, 503 or 504), so the token is kept. */
export type SessionState =
  | { readonly kind: 'signed_in'; readonly user: User }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'unknown'; readonly user: User | undefined; readonly error: ApiClientError }

/** A session: signs a user in and out, and provides the credentials for a client. */
export interface ClientSession extends Credentials {
  /** Checks a stored token. Removes the token if the check fails, unless the API was unreachable (spec §4, §8). */
  load(): Promise<SessionState>
  /** Signs in. If a second factor is required, stores nothing until the user has passed it. */
  login(email: string, password: string): Promise<Login>
  register(email: string, password: string): Promise<Registration>
  /** Updates the stored user, for example the plan and its end from the subscription. */
  update(change: Partial<Omit<HeldUser, 'id'>>): void
  /** Stores the session that another call returned, such as the confirmation of an address. */
  setSession(answer: unknown): User
  /** Removes the stored token, and ends the session at the API if the API is reachable. */
  logout(): Promise<void>
  /** Refreshes the session before it expires, until `stop`. */
  readonly start: () => void
  readonly stop: () => void
  readonly store: SessionStore
}

const signInOf = (answer: unknown): SignIn => {
  const found = readSignedIn(fieldsOf(answer))
  if (found === undefined) throw invalidResponse(200)
  return found
}

/**
 * Creates a session, which signs in, stores the token and refreshes it.
 *
 * @example
 * const session = createSession({ baseUrl: 'https://netbox.example/api', storage: memoryStorage() })
 * const client = createClient({ baseUrl: 'https://netbox.example/api', session })
 * const login = await session.login('ana@mail.example', 'correct horse')
 * const user = login.kind === 'signed_in' ? login.user : await login.finish('482 013')
 * user.plan // => 'pro'
 * // In a page, `session.start()` refreshes it as it nears its end.
 * await session.load() // => { kind: 'signed_in', user }
 * await session.logout()
 * session.store.read() // => undefined
 */
export const createSession = ({
  storage,
  clock = systemClock,
  lock,
  maxRetryTime,
  ...options
}: SessionOptions = {}): ClientSession => {
  const store = createSessionStore(storage)
  // Sign-in and refresh requests have no bearer token.
  const client = createClient(options)
  const exchange = async (token: string): Promise<SignIn> =>
    signInOf(await client.call('auth.refresh', { body: { refresh_token: token } }))
  const refresh = createSessionRefresh({ store, clock, exchange, lock, maxRetryTime })

  const renew = async (refused: string): Promise<string | undefined> => {
    const token = store.read()?.token === refused ? await refresh.refresh() : store.read()?.token
    return token === refused ? undefined : token
  }

  const setSession = (answer: unknown): User => {
    const signIn = signInOf(answer)
    store.save(signIn, 'signed_in')
    return signIn.user
  }

  // The user may have signed out, or into another account, before the response.
  const meanwhile = (): SessionState => {
    const user = store.read()?.user
    return user === undefined ? { kind: 'signed_out' } : { kind: 'signed_in', user }
  }

  const load = async (): Promise<SessionState> => {
    let sent = await refresh.token()
    if (sent === undefined) return { kind: 'signed_out' }
    const token = () => sent
    const renewed = async (refused: string) => {
      const other = await renew(refused)
      sent = other ?? sent
      return other
    }
    try {
      const answer = await createClient({ ...options, session: { token, renew: renewed } }).call('auth.verify')
      const user = readVerifiedUser(fieldsOf(answer))
      if (user === undefined) throw invalidResponse(401)
      const stored = store.read()
      if (stored?.token !== sent) return meanwhile()
      store.save({ ...stored, user }, 'initial_session')
      return { kind: 'signed_in', user }
    } catch (error) {
      if (error instanceof ApiClientError && isOutage(error))
        return { kind: 'unknown', user: store.read()?.user, error }
      if (store.read()?.token === sent) store.clear()
      return meanwhile()
    }
  }

  const logout = async (): Promise<void> => {
    const stored = store.read()
    store.clear()
    if (stored === undefined) return
    try {
      const { refresh: last } = stored
      const hasExpired = last !== undefined && last.expiresAt <= clock.now()
      const { token } = hasExpired ? await exchange(last.token) : stored
      await createClient({ ...options, session: { token: () => token } }).call('auth.logout')
    } catch {
      // The user is signed out locally. At the API, the session ends when it expires.
    }
  }

  const update: ClientSession['update'] = (change) => {
    const stored = store.read()
    if (stored?.user !== undefined) store.save({ ...stored, user: { ...stored.user, ...change } }, 'user_updated')
  }

  return {
    store,
    setSession,
    load,
    token: refresh.token,
    renew,
    update,
    logout,
    login: async (email, password) => {
      const answer = await client.call('auth.login', { body: { email, password } })
      if (fieldsOf(answer)['second_factor_required'] !== true) return { kind: 'signed_in', user: setSession(answer) }
      const { token } = signInOf(answer)
      const pending = createClient({ ...options, session: { token: () => token } })
      const finish = async (code: string) => setSession(await pending.call('auth.secondFactor', { body: { code } }))
      return { kind: 'second_factor_required', finish }
    },
    register: async (email, password) => {
      const answer = await client.call('auth.register', { body: { email, password } })
      if ('confirmation_required' in answer)
        return { kind: 'confirmation_required', email, resendToken: answer.resend_token }
      return { kind: 'signed_in', user: setSession(answer) }
    },
    start: refresh.start,
    stop: refresh.stop,
  }
}
