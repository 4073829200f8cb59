import type { User, ViewAs } from '@netbox/contract'
import { createKeptStore } from './kept-store.ts'
import { storage } from './storage.ts'

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

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

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

let last: { readonly value: unknown; readonly viewed: ViewedAs | undefined } = { value: undefined, viewed: undefined }

const viewedBy = (value: unknown): ViewedAs | undefined => {
  if (last.value !== value) last = { value, viewed: readViewedAs(value) }
  return last.viewed
}

/** Returns the current view, if there is one. */
export const currentViewedAs = (): ViewedAs | undefined => viewedBy(marker.get())

/** Subscribes to the current view, including its changes in other tabs. */
export const useViewedAs = (): ViewedAs | undefined => viewedBy(marker.use())

/** Starts the view of another user's dashboard, with the data from the API's response. */
export const beginViewAs = ({ user: { email, id, plan }, actor_id, token, expires_at }: ViewAs): void =>
  marker.update(() => ({ email, id, plan, actor_id, token, expires_at: expires_at * 1000 }))

/** Ends the view in every tab by removing the marker. */
export const endViewAs = (): void => {
  marker.update(() => undefined)
  storage.remove(KEY)
}
