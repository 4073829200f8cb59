import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../../database/database.ts'
import { toAccount } from '../users/account.ts'
import { digest } from '../../random.ts'
import { extendSession, findRefreshToken, isSuperseded, noteRefreshUse, revokeSession } from './repository.ts'
import type { SignedIn } from './types.ts'
import { REFRESH_LIFETIME, type SessionTokens } from './tokens.ts'
import { Refusal } from '../../refusal.ts'

/**
 * Exchanges a refresh token for the next one. As long as no successor was used, the same token returns a sibling of the first successor,
 * because a client that lost the response has no other token. Using one sibling invalidates the others. Throws `session_not_found`, and
 * `refresh_reused` for a token whose successor or sibling was used, which ends the session.
 */
export type RotateRefreshToken = (refreshToken: string) => Promise<SignedIn>

/** Creates the function that rotates refresh tokens. */
export const createRotation =
  (
    database: Pick<Database, 'queries' | 'transaction'>,
    tokens: SessionTokens,
    clock: Pick<Clock, 'now'>,
  ): RotateRefreshToken =>
  async (refreshToken) => {
    const found = await findRefreshToken(database.queries, digest(refreshToken))
    if (found === undefined) throw new Refusal('session_not_found')
    const now = clock.now()
    const account = toAccount(found, now)
    const isOver = found.revoked_at !== null || found.session_expires_at <= now || found.token_expires_at <= now
    if (isOver || account.status === 'disabled') throw new Refusal('session_not_found')
    const { session_id: sessionId, token_id: id, parent_id: parentId, aal, amr } = found
    const signedIn = await tokens.grantBoth(account, { id: sessionId, aal, amr })

    const exchange = async (queries: Queries): Promise<Refusal | undefined> => {
      // Locks the session, so that each use of its tokens, in any process, sees the earlier uses.
      const lives = await extendSession(queries, sessionId, { now, expiresAt: now + REFRESH_LIFETIME })
      if (!lives) return new Refusal('session_not_found')
      if (await isSuperseded(queries, { id, parentId })) {
        await revokeSession(queries, sessionId, now)
        return new Refusal('refresh_reused')
      }
      await noteRefreshUse(queries, id, now)
      await tokens.store(queries, signedIn, id)
      return undefined
    }

    // `exchange` returns an error instead of throwing it, because the transaction that ends the session must commit.
    const refusal = await database.transaction(exchange)
    if (refusal !== undefined) throw refusal
    return signedIn
  }
