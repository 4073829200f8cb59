import type { Clock } from '@netbox/core'
import type { Database } from '../../database/database.ts'
import { toAccount } from '../users/account.ts'
import { sessionQuery, type SessionRow } from './repository.ts'
import type { ActiveSession } from './types.ts'
import type { SignedOutReason } from '../../refusal.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The service that finds the sessions of access tokens. */
export interface SessionReader {
  /** Finds the session in one indexed read; undefined if it is not valid now. */
  authenticate(accessToken: string): Promise<ActiveSession | undefined>
  /** Returns why `authenticate` found no session. */
  explain(accessToken: string): Promise<SignedOutReason>
}

/** Creates the reader of sessions. */
export const createSessionReader = (
  database: Database,
  keys: Pick<SigningKeys, 'read'>,
  clock: Pick<Clock, 'now'>,
): SessionReader => {
  const inForce = (found: SessionRow | undefined): ActiveSession | SignedOutReason => {
    const now = clock.now()
    // A suspension also ends the user's sessions, so `session_not_found` would hide the actual reason.
    if (found?.status === 'disabled') return 'user_banned'
    if (found === undefined || found.revoked_at !== null || found.session_expires_at <= now) return 'session_not_found'
    const account = toAccount(found, now)
    // An admin who is viewing as a user has already passed the second factor of the admin's own session.
    const needsFactor = account.hasSecondFactor && found.aal === 'aal1' && found.actor_id === null
    const session = { id: found.session_id, actorId: found.actor_id, needsFactor }
    if (session.actorId === null) return { account, session }
    // A view-as session ends when the admin loses the role or signs out, and it never has admin rights.
    if (found.actor_status !== 'active' || found.actor_is_admin !== 1) return 'session_not_found'
    if (found.actor_revoked_at !== null || (found.actor_expires_at ?? 0) <= now) return 'session_not_found'
    return { account: { ...account, isAdmin: false }, session }
  }

  const inspect = async (accessToken: string): Promise<ActiveSession | SignedOutReason> => {
    const claims = await keys.read(accessToken)
    if (claims === undefined) return 'bad_jwt'
    const { rows } = await sessionQuery(claims).execute(database.queries)
    return inForce(rows[0])
  }

  return {
    authenticate: async (accessToken) => {
      const found = await inspect(accessToken)
      return typeof found === 'string' ? undefined : found
    },
    explain: async (accessToken) => {
      const found = await inspect(accessToken)
      return typeof found === 'string' ? found : 'session_not_found'
    },
  }
}
