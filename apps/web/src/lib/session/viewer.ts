import type { Client, User, ViewAs } from '@netbox/contract'
import { useMemo } from 'react'
import { createKeptStore } from '../page/store.ts'
import { fieldsOf, storage } from '../page/storage.ts'
import { loadAccount } from './load-account.ts'
import { currentSession, useSession } from './session.ts'

/** The storage key of the marker, which contains the user whose dashboard an admin views (spec §6). */
const KEY = 'impersonating'

/** An admin's view of another user's dashboard. */
export interface ViewedAs {
  /** The owner of the dashboard. */
  readonly user: User
  /** The id of the admin who views the dashboard. The view is only for this admin. */
  readonly actorId: string
  /** A token that can read data but not change it. */
  readonly token: string
  /** The time when the token expires, in epoch ms. */
  readonly expiresAt: number
}

const planOf = (value: unknown): User['plan'] => (value === 'pro' || value === 'enterprise' ? value : 'free')

/** Reads the marker; an incomplete one is ignored. */
export const readViewedAs = (value: unknown): ViewedAs | undefined => {
  const { email, id, plan, actor_id: actorId, token, expires_at: expiresAt } = fieldsOf(value)
  const isWhole = [email, id, actorId, token].every((text) => typeof text === 'string' && text !== '')
  if (!isWhole || typeof expiresAt !== 'number') return undefined
  return {
    user: { id: String(id), email: String(email), plan: planOf(plan), is_admin: false },
    actorId: String(actorId),
    token: String(token),
    expiresAt,
  }
}

const marker = createKeptStore<unknown>({ key: KEY, initial: undefined, read: (value) => value ?? undefined })

/** Returns the current view, if there is one. */
export const currentViewedAs = (): ViewedAs | undefined => readViewedAs(marker.get())

/** Subscribes to the current view, including its changes in other tabs. */
export const useViewedAs = (): ViewedAs | undefined => {
  const value = marker.use()
  return useMemo(() => readViewedAs(value), [value])
}

/** Starts the view of another user's dashboard, with the data from the API's response. */
export const beginViewAs = ({ user: { email, id, plan }, actor_id, token, expires_at }: ViewAs): void =>
  marker.update(() => ({ email, id, plan, actor_id, token, expires_at: expires_at * 1000 }))

/** Ends the view in every tab by removing the marker. */
export const endViewAs = (): void => {
  marker.update(() => undefined)
  storage.remove(KEY)
}

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
