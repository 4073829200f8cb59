import { parsePlan } from '@netbox/core'
import type { User } from '../entities/user.ts'
import { type Fields, fieldsOf } from './read-response.ts'

/** The result of signing in. Without `refresh`, the token can't be renewed. */
export interface SignIn {
  readonly token: string
  readonly user: User
  readonly refresh?: {
    readonly token: string
    /** The time when the access token expires, in epoch milliseconds. */
    readonly expiresAt: number
  }
}

/** Reads a user. Converts the id to text; the default plan is free, and the default role is not admin (spec §3). */
export const readUser = (value: unknown): User | undefined => {
  const { id, email, plan, is_admin } = fieldsOf(value)
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof email !== 'string') return undefined
  const known = typeof plan === 'string' ? parsePlan(plan) : undefined
  return { id: String(id), email, plan: known ?? 'free', is_admin: is_admin === true }
}

const readRefresh = (value: unknown): SignIn['refresh'] => {
  const { refresh_token: token, expires_at: seconds } = fieldsOf(value)
  return typeof token === 'string' && typeof seconds === 'number' ? { token, expiresAt: seconds * 1000 } : undefined
}

const readFrom = ({ token, user: value, session }: Fields): SignIn | undefined => {
  const user = readUser(value)
  if (typeof token !== 'string' || token === '' || user === undefined) return undefined
  const refresh = readRefresh(session)
  return { token, user, ...(refresh === undefined ? {} : { refresh }) }
}

/** Reads token and user, at the top level or inside `data`; undefined if one of them is missing (spec §5, §7). */
export const readSignedIn = (body: Fields): SignIn | undefined => readFrom(body) ?? readFrom(fieldsOf(body['data']))

/** Reads the user of a verified token, at the top level or inside `data` (spec §7). */
export const readVerifiedUser = (body: Fields): User | undefined =>
  readUser(body['user']) ?? readUser(fieldsOf(body['data'])['user'])
