import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { SessionTable } from '../../database/schema.ts'

/**
 * Adds a session if the user's password is still the one that was checked; otherwise returns false. Uses a single statement, so that a
 * password change either comes first and prevents the session, or comes later and ends it.
 */
export const insertSession = async (
  queries: Queries,
  session: SessionTable,
  passwordHash?: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('sessions')
    // The names and values of the columns come from the same object, so they have the same order.
    .columns(Object.keys(session) as (keyof SessionTable)[])
    .expression((build) => {
      const user = build
        .selectFrom('users')
        .select(Object.entries(session).map(([name, value]) => sql`${value}`.as(name)))
        .where('users.id', '=', session.user_id)
      return passwordHash === undefined ? user : user.where('users.password_hash', '=', passwordHash)
    })
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Extends a session; returns false if it has ended. */
export const extendSession = async (
  queries: Queries,
  id: string,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends one session; returns false if it has already ended. */
export const revokeSession = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists the sessions in which a user is signed in, most recently used first. Excludes admins' views of the user. */
export const listSessions = (queries: Queries, userId: string, now: number, limit: number) =>
  queries
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists the network addresses of an account's last hundred sessions. */
export const listLoginAddresses = async (queries: Queries, emailKey: string): Promise<string[]> => {
  const found = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('address')
    .where('users.email_key', '=', emailKey)
    .where('actor_id', 'is', null)
    .orderBy('sessions.created_at', 'desc')
    .limit(100)
    .execute()
  return found.map(({ address }) => address)
}

/** Lists the network addresses of a user's last hundred sessions that finished a second step. */
export const listFactorAddresses = async (queries: Queries, userId: string): Promise<string[]> => {
  const found = await queries
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal2')
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return found.map(({ address }) => address)
}

/** Ends one of a user's own sessions; false if there is none with this id. */
export const revokeOwnSession = async (
  queries: Queries,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a user's sessions, except `keep` if given. */
export const revokeSessionsOf = async (queries: Queries, userId: string, now: number, keep?: string): Promise<void> => {
  const all = queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  await (keep === undefined ? all : all.where('id', '!=', keep)).execute()
}

/** Finds a session. */
export const findSession = (queries: Queries, id: string) =>
  queries.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads how the user authenticated in a session; undefined if there is no such session. */
export const readAmr = async (queries: Queries, id: string): Promise<string | undefined> =>
  (await queries.selectFrom('sessions').select('amr').where('id', '=', id).executeTakeFirst())?.amr

/** Sets a session's assurance level and authentication methods. */
export const setAssurance = async (
  queries: Queries,
  id: string,
  assurance: Pick<SessionTable, 'aal' | 'amr'>,
): Promise<void> => {
  await queries.updateTable('sessions').set(assurance).where('id', '=', id).execute()
}

/** Ends a user's sessions that began without a second factor, except one. */
export const endWeakSessions = async (
  queries: Queries,
  { userId, keep, now }: { readonly userId: string; readonly keep: string; readonly now: number },
): Promise<void> => {
  await queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal1')
    .where('id', '!=', keep)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Returns the time of the sign-in of a session; undefined if the session no longer exists. */
export const findSessionStart = async (queries: Queries, id: string): Promise<number | undefined> =>
  (await queries.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst())?.created_at
