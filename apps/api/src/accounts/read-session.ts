import type { Clock } from '@netbox/core'
import type { Database } from '../db/database.ts'
import { toAccount } from './account.ts'
import { sessionQuery, type SessionRow } from './session-finder-repository.ts'
import type { ActiveSession } from './session.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Finds the session of an access token in one indexed read; undefined when it is not in force now. */
export type ReadSession = (accessToken: string) => Promise<ActiveSession | undefined>

/** Makes the reader of sessions. */
export const createSessionReader = (
  database: Database,
  keys: Pick<SigningKeys, 'read'>,
  clock: Pick<Clock, 'now'>,
): ReadSession => {
  const inForce = (found: SessionRow | undefined): ActiveSession | undefined => {
    const now = clock.now()
    if (found === undefined || found.revoked_at !== null || found.session_expires_at <= now) return undefined
    const account = toAccount(found, now)
    if (account.status === 'disabled') return undefined
    // An admin who views as a user has shown what the admin's own session needs.
    const needsFactor = account.hasSecondFactor && found.aal === 'aal1' && found.actor_id === null
    const session = { id: found.session_id, actorId: found.actor_id, needsFactor }
    if (session.actorId === null) return { account, session }
    // Viewing ends with the admin's rights or session, and gives nobody the rights of an admin.
    if (found.actor_status !== 'active' || found.actor_is_admin !== 1) return undefined
    if (found.actor_revoked_at !== null || (found.actor_expires_at ?? 0) <= now) return undefined
    return { account: { ...account, isAdmin: false }, session }
  }

  return async (accessToken) => {
    const claims = await keys.read(accessToken)
    if (claims === undefined) return undefined
    const { rows } = await sessionQuery(claims).execute(database.queries)
    return inForce(rows[0])
  }
}
