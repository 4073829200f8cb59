import { CompiledQuery, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import { createBatches } from '../db/batches.ts'
import type { Database, Queries } from '../db/database.ts'
import { padded } from '../db/row-lists.ts'
import type { RefreshTokenTable, SessionTable } from '../db/schema.ts'
import { andThen, type Soon } from '../soon.ts'
import { accountColumns, fromAccounts } from './account.ts'

const sessionColumns = [
  'sessions.id as session_id',
  'sessions.actor_id',
  'sessions.revoked_at',
  'sessions.expires_at as session_expires_at',
] as const

/** Names a session and its user, as an access token does. */
export interface SessionKey {
  readonly sessionId: string
  readonly userId: string
}

const sessions = (queries: Queries) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .leftJoin('profiles as actor', 'actor.id', 'sessions.actor_id')
    .select([...accountColumns, ...sessionColumns, 'actor.status as actor_status', 'actor.is_admin as actor_is_admin'])

/** A session with its user, and whether the admin behind it still is one. */
export type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['execute']>>[number]

/** Asks for a session and its user, by primary keys. */
export const sessionOfUser = compileOnce((queries, sessionId: string, userId: string) =>
  sessions(queries).where('sessions.id', '=', sessionId).where('users.id', '=', userId),
)

// Statements for one session, for two, four, eight …: built when they are needed.
const manySessions = new Map<number, string>()

const sessionsOfUsers = (queries: Queries, keys: readonly SessionKey[]): CompiledQuery<SessionRow> => {
  const asked = padded(keys)
  const ids = asked.map(({ sessionId }) => sessionId)
  const text = manySessions.get(ids.length) ?? sessions(queries).where('sessions.id', 'in', ids).compile().sql
  manySessions.set(ids.length, text)
  return CompiledQuery.raw(text, ids)
}

/**
 * Finds the session of a key, at once where the database is in this process; `actor` columns tell whether the admin of a view-as
 * session still is one.
 */
export type FindSession = (key: SessionKey) => Soon<SessionRow | undefined>

const KEYS = 64
const QUESTIONS = 4

/**
 * Makes the finder of sessions. Each look-up reads the database. Those that arrive in the same turn go to a database server as one
 * question; SQLite is asked at once, in this very process.
 */
export const createSessionFinder = ({
  engine,
  queries,
  read,
}: Pick<Database, 'engine' | 'queries' | 'read'>): FindSession => {
  const first = (rows: readonly SessionRow[]): SessionRow | undefined => rows[0]
  if (engine === 'sqlite')
    return ({ sessionId, userId }) => andThen(read(sessionOfUser(queries, sessionId, userId)), first)
  const questions = createBatches<SessionKey, SessionRow | undefined>({
    run: async (keys) => {
      const rows = await read(sessionsOfUsers(queries, keys))
      const found = new Map(rows.map((row) => [row.session_id, row]))
      return keys.map(({ sessionId, userId }) => {
        const row = found.get(sessionId)
        return row?.user_id === userId ? row : undefined
      })
    },
    most: KEYS,
    atOnce: QUESTIONS,
  })
  return (key) => questions.add(key)
}

/** Finds a refresh token by its hash, with session and user. */
export const findRefreshToken = (queries: Queries, hash: string) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select([
      ...accountColumns,
      ...sessionColumns,
      'refresh_tokens.id as token_id',
      'refresh_tokens.used_at',
      'refresh_tokens.expires_at as token_expires_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst()

/**
 * Adds a session if the user's password is still the one that was checked; false when it changed meanwhile. One statement, so that a
 * change of the password either comes first and prevents the session or comes later and ends it.
 */
export const insertSession = async (
  queries: Queries,
  session: SessionTable,
  passwordHash?: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('sessions')
    .columns([
      'id',
      'user_id',
      'actor_id',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
      'user_agent',
      'address',
    ])
    .expression((build) => {
      const user = build
        .selectFrom('users')
        .select([
          sql<string>`${session.id}`.as('id'),
          'users.id as user_id',
          sql<string | null>`${session.actor_id}`.as('actor_id'),
          sql<number>`${session.created_at}`.as('created_at'),
          sql<number>`${session.expires_at}`.as('expires_at'),
          sql<number>`${session.last_used_at}`.as('last_used_at'),
          sql<number | null>`${session.revoked_at}`.as('revoked_at'),
          sql<string>`${session.user_agent}`.as('user_agent'),
          sql<string>`${session.address}`.as('address'),
        ])
        .where('users.id', '=', session.user_id)
      return passwordHash === undefined ? user : user.where('users.password_hash', '=', passwordHash)
    })
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Adds a step to a session's chain of refresh tokens. */
export const insertRefreshToken = async (queries: Queries, token: RefreshTokenTable): Promise<void> => {
  await queries.insertInto('refresh_tokens').values(token).execute()
}

/** Marks a refresh token as used; true for exactly one of all who try. */
export const useRefreshToken = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets a session live on; false when it was ended. */
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

/** Ends one session. */
export const revokeSession = async (queries: Queries, id: string, now: number): Promise<void> => {
  await queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Lists the sessions in which a user is signed in, last used first. An admin's view of the user is none of them. */
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

/** Ends one of a user's own sessions; false when there is none of this id. */
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

/** Ends a user's sessions, all but one if one is to stay. */
export const revokeSessionsOf = async (queries: Queries, userId: string, now: number, keep?: string): Promise<void> => {
  const all = queries
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  await (keep === undefined ? all : all.where('id', '!=', keep)).execute()
}
