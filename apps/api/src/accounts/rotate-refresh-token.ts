import type { Clock } from '@netbox/core'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import { digest } from './digest.ts'
import { findRefreshToken, useRefreshToken } from './refresh-tokens-repository.ts'
import type { SignedIn } from './session.ts'
import { REFRESH_LIFETIME, type SessionTokens } from './session-tokens.ts'
import { extendSession, revokeSession } from './sessions-repository.ts'

/** How long an exchange that may have been stored without being answered is remembered; clients try for half a minute. */
const UNANSWERED = 60_000
const MOST_UNANSWERED = 10_000

/**
 * Exchanges a refresh token for the next one. Throws `session_not_found`, and `refresh_reused` for a token that was exchanged
 * before: that ends the session, but not when two use the same token at the same moment, of which one succeeds, nor when
 * this process failed to answer the first exchange: whoever asks again within a minute gets what was stored then.
 */
export type RotateRefreshToken = (refreshToken: string) => Promise<SignedIn>

/** Makes the exchange of refresh tokens. */
export const createRotation = (
  database: Pick<Database, 'queries' | 'transaction'>,
  tokens: SessionTokens,
  clock: Pick<Clock, 'now'>,
): RotateRefreshToken => {
  /** Exchanges of this process that are under way, by hash. */
  const exchanging = new Set<string>()
  /** What was given for a token when the database failed to say whether it is stored, by the token's hash. */
  const unanswered = new LRUCache<string, SignedIn>({
    max: MOST_UNANSWERED,
    ttl: UNANSWERED - 1,
    ttlResolution: 0,
    perf: clock,
  })

  /** Gives what a client asks for again, as it got no answer: if it was stored after all, and is still the last step. */
  const takeUnanswered = async (hash: string): Promise<SignedIn | undefined> => {
    const given = unanswered.get(hash)
    unanswered.delete(hash)
    if (given === undefined) return undefined
    const next = await findRefreshToken(database.queries, digest(given.refreshToken))
    return next?.used_at === null && next.revoked_at === null ? given : undefined
  }

  const exchange = async (hash: string): Promise<SignedIn> => {
    const found = await findRefreshToken(database.queries, hash)
    if (found === undefined) throw new AccountError('session_not_found')
    const now = clock.now()
    if (found.used_at !== null) {
      const stored = await takeUnanswered(hash)
      if (stored !== undefined) return stored
      await revokeSession(database.queries, found.session_id, now)
      throw new AccountError('refresh_reused')
    }
    const account = toAccount(found, now)
    const isOver = found.revoked_at !== null || found.session_expires_at <= now || found.token_expires_at <= now
    if (isOver || account.status === 'disabled') throw new AccountError('session_not_found')
    const signedIn = await tokens.grantBoth(account, found.session_id)
    try {
      await database.transaction(async (queries) => {
        const lives = await extendSession(queries, found.session_id, { now, expiresAt: now + REFRESH_LIFETIME })
        if (!lives) throw new AccountError('session_not_found')
        // Another process was faster with the same token: a moment ago it was good, so nobody used an old one.
        if (!(await useRefreshToken(queries, found.token_id, now))) throw new AccountError('refresh_reused')
        await tokens.store(queries, signedIn)
      })
    } catch (error) {
      if (!(error instanceof AccountError)) unanswered.set(hash, signedIn)
      throw error
    }
    return signedIn
  }

  return async (refreshToken) => {
    const hash = digest(refreshToken)
    if (exchanging.has(hash)) throw new AccountError('refresh_reused')
    exchanging.add(hash)
    try {
      return await exchange(hash)
    } finally {
      exchanging.delete(hash)
    }
  }
}
