import { sql } from 'kysely'
import type { SessionTable } from '../../database/schema.ts'
import type { AccountRow } from '../users/account.ts'
import { hasFactor } from '../second-factor/repository.ts'

/** The ids of a session and its user, as in an access token. */
export interface SessionKey {
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
