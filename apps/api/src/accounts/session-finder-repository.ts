import type { InferResult } from 'kysely'
import type { Queries } from '../db/database.ts'
import { accountColumns, fromAccounts } from './account.ts'

/** The names of a session and its user, as an access token carries them. */
export interface SessionKey {
  readonly sessionId: string
  readonly userId: string
}

/** Asks for the session of a key with its user; `actor` columns tell whether the admin of a view-as session still is one. */
export const sessionQuery = (queries: Queries, { sessionId, userId }: SessionKey) =>
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
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)

/** A session with its user. */
export type SessionRow = InferResult<ReturnType<typeof sessionQuery>>[number]
