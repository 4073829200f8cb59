import type { Client } from '@netbox/contract'
import { loadOnce } from '../page/load-once.ts'
import { storage } from '../page/storage.ts'
import type { Account } from './account.ts'
import { currentSession, setSession } from './session.ts'

/** Loads the code that signs in and calls the API. Pages that need neither never load it. */
export const loadAccount = loadOnce<Account>(async () => (await import('./account.ts')).account)

/** Loads the client of the API; its calls carry the user's session. */
export const loadApi = async (): Promise<Client> => (await loadAccount()).client

/** The storage key of the access token (spec §9); the contract's store writes it. */
const TOKEN_KEY = 'auth_token'
const AGAIN = 5000

/**
 * Verifies the stored session. If the code for this can't be loaded, for example while the service is down, tries again later. After the
 * second failure, the user counts as a visitor until the code is loaded, so that no page waits without end.
 */
const verify = async (isRetry = false): Promise<void> => {
  try {
    await (await loadAccount()).keeper.load()
  } catch {
    if (isRetry) setSession({ status: 'anonymous' })
    setTimeout(() => void verify(true), AGAIN)
  }
}

/** Determines the user of the site. Without a stored token, the user is a visitor, and no further code is loaded. */
export const beginSession = (): void => {
  if (storage.get(TOKEN_KEY) === undefined) setSession({ status: 'anonymous' })
  else void verify()
  addEventListener('storage', ({ key, newValue }) => {
    // A user has signed in from another tab. From now on, the code of the session handles such events.
    if (key === TOKEN_KEY && newValue !== null && currentSession().status === 'anonymous') void verify()
  })
}

/** Signs out in every tab: at once in the browser, and at the service as soon as it can be reached. */
export const signOut = async (): Promise<void> => (await loadAccount()).session.logout()
