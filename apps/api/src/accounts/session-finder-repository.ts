import { CompiledQuery } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import { createBatches } from '../db/batches.ts'
import type { Database, Queries } from '../db/database.ts'
import { padded } from '../db/row-lists.ts'
import { andThen, type Soon } from '../soon.ts'
import { accountColumns, fromAccounts } from './account.ts'

/** Names a session and its user, as an access token does. */
export interface SessionKey {
  readonly sessionId: string
  readonly userId: string
}

const sessions = (queries: Queries) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .leftJoin('profiles as actor', 'actor.id', 'sessions.actor_id')
    .select([
      ...accountColumns,
      'sessions.id as session_id',
      'sessions.actor_id',
      'sessions.revoked_at',
      'sessions.expires_at as session_expires_at',
      'actor.status as actor_status',
      'actor.is_admin as actor_is_admin',
    ])

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
