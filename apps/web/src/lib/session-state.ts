import type { HeldUser } from '@netbox/contract'
import { createStore } from './store.ts'

/** The user of the site, as far as known. Pages are prerendered while it loads. */
export type SessionState =
  | { readonly status: 'loading'; readonly user?: undefined }
  | { readonly status: 'anonymous'; readonly user?: undefined }
  | { readonly status: 'user'; readonly user: HeldUser }

const session = createStore<SessionState>({ status: 'loading' })

/** Subscribes to the session. */
export const useSession = (): SessionState => session.use()

/** Returns the session as it is now. */
export const currentSession = (): SessionState => session.get()

/** Publishes the present state. The attribute lets the styles choose between what visitors and users see, before hydration too. */
export const setSession = (state: SessionState): void => {
  session.set(state)
  if (state.status !== 'loading') document.documentElement.toggleAttribute('data-signed-in', state.status === 'user')
}
