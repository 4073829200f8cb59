import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../../database/database.ts'
import { updateRow } from '../../database/dialects.ts'
import type { SessionTable } from '../../schema.ts'
import { newId } from '../../random.ts'
import type { Account } from '../users/account.ts'
import type { Device, SignedIn, SignInMethod, ViewAs } from './types.ts'
import { ACCESS_LIFETIME, REFRESH_LIFETIME, type SessionTokens } from './tokens.ts'
import { insertSession } from './repository.ts'
import { lockPassword } from '../users/repository.ts'
import { Refusal } from '../../refusal.ts'

const USER_AGENT_LENGTH = 255

/** An admin who is viewing as a user, with the admin's own session. */
export interface Actor {
  readonly id: string
  readonly sessionId: string
}

export interface SignInProof {
  /** Default: `password`. */
  readonly method?: SignInMethod
  readonly passwordHash?: string
}

/** Creates the functions that start sessions. */
export const createSessionStarter = (
  database: Pick<Database, 'transaction'>,
  tokens: SessionTokens,
  clock: Pick<Clock, 'now'>,
) => {
  const row = (account: Account, device: Device, lifetime: number, more: Partial<SessionTable>): SessionTable => ({
    id: newId(),
    user_id: account.id,
    actor_id: null,
    actor_session_id: null,
    created_at: clock.now(),
    expires_at: clock.now() + lifetime,
    last_used_at: clock.now(),
    revoked_at: null,
    user_agent: device.userAgent.slice(0, USER_AGENT_LENGTH),
    address: device.address,
    aal: 'aal1',
    amr: '[]',
    ...more,
  })

  return {
    /** Signs a user in. If `passwordHash` is given but is no longer the user's hash, throws `invalid_credentials`. */
    start: async (
      account: Account,
      device: Device,
      { method = 'password', passwordHash }: SignInProof = {},
    ): Promise<SignedIn> => {
      const timestamp = Math.floor(clock.now() / 1000)
      const session = row(account, device, REFRESH_LIFETIME, { amr: JSON.stringify([{ method, timestamp }]) })
      const signedIn = await tokens.grantBoth(account, session)
      await database.transaction(async (queries) => {
        if (passwordHash !== undefined) await lockPassword(queries, account.id, session.created_at)
        if (!(await insertSession(queries, session, passwordHash))) throw new Refusal('invalid_credentials')
        await updateRow(queries, 'users', account.id, { last_sign_in_at: session.created_at })
        await tokens.store(queries, signedIn)
      })
      return signedIn
    },

    /**
     * Starts a session in which an admin is viewing as the user. It ends after ten minutes, or earlier with the admin's own session. Throws
     * `not_found` if the user no longer exists.
     */
    viewAs: async (
      account: Account,
      actor: Actor,
      device: Device,
      also?: (queries: Queries) => Promise<void>,
    ): Promise<ViewAs> => {
      const session = row(account, device, ACCESS_LIFETIME, { actor_id: actor.id, actor_session_id: actor.sessionId })
      const granted = await tokens.grant(account, session)
      await database.transaction(async (queries) => {
        if (!(await insertSession(queries, session))) throw new Refusal('not_found')
        await also?.(queries)
      })
      return { ...granted, actorId: actor.id }
    },
  }
}
