import type { HeldUser } from '../entities/user.ts'
import { fieldsOf } from './read-response.ts'
import { readUser, type SignIn } from './read-signed-in.ts'

/** The key under which the access token is stored. Source: spec §4, §9. */
export const TOKEN_KEY = 'auth_token'

/** The key under which the rest of the session is stored: the user and the refresh token. */
export const SESSION_KEY = 'auth_session'

/** A storage for a session, such as a browser's localStorage. Any method may throw. */
export interface TokenStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** An event of a session. Source: spec §4. */
export type SessionEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'user_updated'
  | 'password_recovery'

/** A session as stored; the user is unknown if only a token was found. */
export type StoredSession = Omit<SignIn, 'user'> & { readonly user?: HeldUser | undefined }

/** A store of the session that notifies listeners of changes. */
export interface SessionStore {
  /** Reads the session again, because another tab may have changed it. */
  read(): StoredSession | undefined
  /** Stores a session. If the session lacks the plan's end, the store keeps the known one for the same user and plan. */
  save(session: StoredSession, event: SessionEvent): void
  clear(): void
  /** Notifies listeners of an event that does not change the store. */
  notify(event: SessionEvent): void
  /** Calls the listener after every event; returns a function that unsubscribes it. */
  subscribe(listener: (event: SessionEvent, session: StoredSession | undefined) => void): () => void
}

/**
 * Keeps items in memory, for programs, and for browsers that block their storage.
 *
 * @example
 * const storage = memoryStorage()
 * storage.setItem('netbox_theme', 'dark')
 * storage.getItem('netbox_theme') // => 'dark'
 * storage.getItem('auth_token') // => null
 */
export const memoryStorage = (): TokenStorage => {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** Falls back to memory for entries that a full or blocked storage rejects, so that users stay signed in. */
const withMemoryFallback = (storage: TokenStorage): TokenStorage => {
  const kept = memoryStorage()
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => kept.getItem(key) ?? attempt(() => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      const stored = attempt(() => (storage.setItem(key, value), true)) === true
      if (stored) kept.removeItem(key)
      else kept.setItem(key, value)
    },
    removeItem: (key) => {
      kept.removeItem(key)
      attempt(() => storage.removeItem(key))
    },
  }
}

const parse = (text: string | null): unknown => {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

const readHeldUser = (value: unknown): HeldUser | undefined => {
  const user = readUser(value)
  const { planExpiry } = fieldsOf(value)
  const isKnown = planExpiry === null || (typeof planExpiry === 'string' && !Number.isNaN(Date.parse(planExpiry)))
  return user !== undefined && isKnown ? { ...user, planExpiry } : user
}

/** Keeps the locally set end of a plan, because the API's user has no such field. */
const withExpiry = (session: StoredSession, before: HeldUser | undefined): StoredSession => {
  const { user } = session
  if (user === undefined || 'planExpiry' in user || before?.planExpiry === undefined) return session
  const isSame = user.id === before.id && user.plan === before.plan
  return isSame ? { ...session, user: { ...user, planExpiry: before.planExpiry } } : session
}

/** Reads the data stored with the token; ignores data that was stored with another token. */
const readRest = (text: string | null, token: string): Omit<StoredSession, 'token'> => {
  const rest = fieldsOf(parse(text))
  if (rest['token'] !== token) return {}
  const { token: refreshToken, expiresAt } = fieldsOf(rest['refresh'])
  const user = readHeldUser(rest['user'])
  return {
    ...(user === undefined ? {} : { user }),
    ...(typeof refreshToken === 'string' && typeof expiresAt === 'number'
      ? { refresh: { token: refreshToken, expiresAt } }
      : {}),
  }
}

/**
 * Creates a session store over a storage; in memory by default.
 *
 * @example
 * const store = createSessionStore(memoryStorage())
 * const events = new Set()
 * const stop = store.subscribe((event) => events.add(event))
 * store.save({ token: 'nbx_example', user: { id: 'u1', email: 'ana@mail.example', plan: 'pro', is_admin: false } }, 'signed_in')
 * store.read()?.token // => 'nbx_example'
 * store.clear()
 * stop()
 * events // => new Set(['signed_in', 'signed_out'])
 */
export const createSessionStore = (storage: TokenStorage = memoryStorage()): SessionStore => {
  const items = withMemoryFallback(storage)
  const listeners = new Set<Parameters<SessionStore['subscribe']>[0]>()

  const read = (): StoredSession | undefined => {
    const token = items.getItem(TOKEN_KEY)
    return token === null || token === '' ? undefined : { token, ...readRest(items.getItem(SESSION_KEY), token) }
  }
  const notify = (event: SessionEvent): void => {
    const session = read()
    for (const listener of listeners) listener(event, session)
  }
  return {
    read,
    notify,
    save: (session, event) => {
      const kept = withExpiry(session, read()?.user)
      items.setItem(TOKEN_KEY, session.token)
      items.setItem(SESSION_KEY, JSON.stringify(kept))
      notify(event)
    },
    clear: () => {
      const existed = read() !== undefined
      items.removeItem(TOKEN_KEY)
      items.removeItem(SESSION_KEY)
      if (existed) notify('signed_out')
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
