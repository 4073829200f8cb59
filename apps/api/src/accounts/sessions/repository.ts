import { sql } from 'kysely'
import type { Queries, Reader } from '../../database/database.ts'
import { writesOne } from '../../database/dialects.ts'
import type { SessionTable } from '../../schema.ts'
import { accountColumns, type AccountRow, fromAccounts } from '../users/account.ts'
import { hasFactor } from '../second-factor/repository.ts'

/**
 * Adds a session if the user's password is still the one that was checked; otherwise returns false. Uses a single statement, so that a
 * password change either comes first and prevents the session, or comes later and ends it.
 */
export const insertSession = (queries: Queries, session: SessionTable, passwordHash?: string): Promise<boolean> => {
  const user = queries
    .selectFrom('users')
    .select(Object.entries(session).map(([name, value]) => sql`${value}`.as(name)))
    .where('users.id', '=', session.user_id)
  return writesOne(
    queries
      .insertInto('sessions')
      // The names and values of the columns come from the same object, so they have the same order.
      .columns(Object.keys(session) as (keyof SessionTable)[])
      .expression(passwordHash === undefined ? user : user.where('users.password_hash', '=', passwordHash)),
  )
}

/** Extends a session; returns false if it has ended. */
export const extendSession = (
  queries: Queries,
  id: string,
  times: Pick<SessionTable, 'last_used_at' | 'expires_at'>,
): Promise<boolean> =>
  writesOne(queries.updateTable('sessions').set(times).where('id', '=', id).where('revoked_at', 'is', null))

const revoking = (queries: Queries, now: number) =>
  queries.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null)

/** Ends one session; returns false if it has already ended. */
export const revokeSession = (queries: Queries, id: string, now: number): Promise<boolean> =>
  writesOne(revoking(queries, now).where('id', '=', id))

/** Lists the sessions in which a user is signed in, most recently used first. Excludes admins' views of the user. */
export const listSessions = (queries: Reader, userId: string, now: number, limit: number) =>
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
export const listLoginAddresses = async (queries: Reader, emailKey: string): Promise<string[]> => {
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
export const listFactorAddresses = async (queries: Reader, userId: string): Promise<string[]> => {
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
export const revokeOwnSession = (
  queries: Queries,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: number },
): Promise<boolean> =>
  writesOne(
    revoking(queries, now)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('actor_id', 'is', null)
      .where('expires_at', '>', now),
  )

/** Ends a user's sessions, except `keep` if given. */
export const revokeSessionsOf = (queries: Queries, userId: string, now: number, keep?: string) => {
  const all = revoking(queries, now).where('user_id', '=', userId)
  return (keep === undefined ? all : all.where('id', '!=', keep)).execute()
}

export const findSession = (queries: Reader, id: string) =>
  queries.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** Ends a user's sessions that began without a second factor, except one. */
export const endWeakSessions = (
  queries: Queries,
  { userId, keep, now }: { readonly userId: string; readonly keep: string; readonly now: number },
) => revoking(queries, now).where('user_id', '=', userId).where('aal', '=', 'aal1').where('id', '!=', keep).execute()

/** The ids of a session and its user, as in an access token. */
interface SessionKey {
  readonly sessionId: string
  readonly userId: string
}

/** A session with its user. For a view-as session, the `actor` columns say whether the admin still has the role and is still signed in. */
export interface SessionRow extends AccountRow {
  readonly session_id: string
  readonly actor_id: string | null
  readonly aal: SessionTable['aal']
  readonly revoked_at: number | null
  readonly session_expires_at: number
  readonly actor_status: AccountRow['status']
  readonly actor_is_admin: AccountRow['is_admin']
  readonly actor_revoked_at: number | null
  readonly actor_expires_at: number | null
}

/** Returns the SQL that reads a session with its user, by primary keys. Every request with a session runs it. */
export const sessionQuery = ({ sessionId, userId }: SessionKey) => sql<SessionRow>`
  select users.id as user_id, users.email as user_email, users.confirmed_at, users.created_at as user_created_at,
    profiles.status, profiles.is_admin, profiles.plan, profiles.plan_expires_at, profiles.plan_source,
    ${hasFactor} as has_factor, sessions.id as session_id, sessions.actor_id, sessions.aal, sessions.revoked_at, sessions.expires_at as session_expires_at,
    actor.status as actor_status, actor.is_admin as actor_is_admin,
    actor_session.revoked_at as actor_revoked_at, actor_session.expires_at as actor_expires_at
  from users
    inner join sessions on sessions.user_id = users.id
    left join profiles on profiles.id = users.id
    left join profiles as actor on actor.id = sessions.actor_id
    left join sessions as actor_session on actor_session.id = sessions.actor_session_id
  where sessions.id = ${sessionId} and users.id = ${userId}`

/** Finds a refresh token by its hash, with session and user. */
export const findRefreshToken = (queries: Reader, hash: string) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select([
      ...accountColumns,
      'sessions.id as session_id',
      'sessions.revoked_at',
      'sessions.aal',
      'sessions.amr',
      'sessions.expires_at as session_expires_at',
      'refresh_tokens.id as token_id',
      'refresh_tokens.parent_id',
      'refresh_tokens.expires_at as token_expires_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst()

/** Returns whether a successor or a sibling of a refresh token was used. Lock the session first. */
export const isSuperseded = async (
  queries: Reader,
  { id, parentId }: { readonly id: string; readonly parentId: string | null },
): Promise<boolean> => {
  const used = await queries
    .selectFrom('refresh_tokens')
    .select('id')
    .where('parent_id', 'in', [id, parentId ?? id])
    .where('id', '<>', id)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Records the first use of a refresh token. */
export const noteRefreshUse = (queries: Queries, id: string, now: number) =>
  queries
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()

/** Finds a session's newest unused refresh token: the one that its client holds. */
export const findUnusedRefreshToken = async (queries: Reader, sessionId: string): Promise<string | undefined> => {
  const found = await queries
    .selectFrom('refresh_tokens')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
