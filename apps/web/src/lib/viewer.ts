import type { Client, User } from '@netbox/contract'
import { loadAccount } from './api.ts'
import { currentSession, useSession } from './session-state.ts'
import { currentViewedAs, endViewAs, useViewedAs, type ViewedAs } from './view-as.ts'

/** The owner of the shown dashboard, and its viewer. */
export interface Viewer {
  readonly user: User
  /** The admin who views the dashboard and can't change anything; absent if the owner is the viewer. */
  readonly actor?: User
}

const viewerOf = (user: User | undefined, viewed: ViewedAs | undefined): Viewer | undefined => {
  if (user === undefined) return undefined
  return viewed !== undefined && viewed.actorId === user.id ? { user: viewed.user, actor: user } : { user }
}

/** Subscribes to the user whose dashboard is shown; undefined until a signed-in user is known. */
export const useViewer = (): Viewer | undefined => viewerOf(useSession().user, useViewedAs())

/** Loads the client that reads the data of the shown dashboard: with the session, or with the token of the view. */
export const loadViewerApi = async (): Promise<Pick<Client, 'call'>> => {
  const account = await loadAccount()
  const viewed = currentViewedAs()
  if (viewed === undefined || viewed.actorId !== currentSession().user?.id) return account.client
  return account.clientWith(viewed.token)
}

/** Ends a view: at once in the browser, then with a request to the service. */
export const leaveViewAs = async (): Promise<void> => {
  const viewed = currentViewedAs()
  endViewAs()
  if (viewed === undefined) return
  const account = await loadAccount()
  // If this fails, the token expires soon anyway.
  await account
    .clientWith(viewed.token)
    .call('auth.logout')
    .catch(() => undefined)
}
