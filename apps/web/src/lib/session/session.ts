import type { HeldUser } from '@netbox/contract'
import { createStore } from '../page/store.ts'

/** The user of the site, once the user is known. Prerendered pages have the state 'loading'. */
export type SessionState =
  | { readonly status: 'loading' | 'anonymous'; readonly user?: undefined; readonly isUnanswered?: undefined }
  /** `isUnanswered`: the service is unreachable, so this is the user of the last visit. */
  | { readonly status: 'user'; readonly user: HeldUser; readonly isUnanswered?: boolean }

const session = createStore<SessionState>({ status: 'loading' })

/** Subscribes to the session. */
export const useSession = (): SessionState => session.use()

/** Returns the current session. */
export const currentSession = (): SessionState => session.get()

/** Calls a listener after each change of the session. */
export const followSession = (listener: () => void): (() => void) => session.subscribe(listener)

/**
 * Publishes the current state, also as an attribute of the root element. By this attribute, the styles select the content for visitors or
 * for users, even before hydration.
 */
export const setSession = (state: SessionState): void => {
  session.set(state)
  if (state.status !== 'loading') document.documentElement.toggleAttribute('data-signed-in', state.status === 'user')
}
