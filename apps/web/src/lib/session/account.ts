import { createClient, createSession, systemClock, type TokenStorage, type Lock } from '@netbox/contract'
import { keepSession } from './keep-session.ts'
import { setSession } from './session.ts'
import { solveCaptcha } from './solve-captcha.ts'

const LOCK_NAME = 'netbox-session'

/** Runs one task at a time across all tabs if the browser has Web Locks, which need TLS or localhost. */
const tabLock = (): Lock => async (work) =>
  // Without Web Locks, the second tab finds the first tab's result in the storage.
  'locks' in navigator ? navigator.locks.request(LOCK_NAME, work) : work()

// `localStorage` is read at each use, because reading the property throws where storage is refused. The session is then kept in memory.
const storage: TokenStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

const options = { storage, solveCaptcha, lock: tabLock() }
const session = createSession(options)
const client = createClient({ ...options, session })
const keeper = keepSession({ session, client, show: setSession, clock: systemClock })
// Storage events report the changes that other tabs make to the session.
addEventListener('storage', ({ key }) => keeper.changedElsewhere(key))

const clientWith = (token: string) => createClient({ session: { token: () => token } })

/** Signs in and out, and calls the API with the session. */
export const account = { session, client, keeper, clientWith }

/** The type of `account`. */
export type Account = typeof account
