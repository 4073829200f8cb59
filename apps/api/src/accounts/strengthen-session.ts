import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../db/database.ts'
import { toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import { findUnusedRefreshToken, noteRefreshUse } from './refresh-tokens-repository.ts'
import type { SecondFactorMethod, SignedIn, SignInMethod } from './session.ts'
import { REFRESH_LIFETIME, type SessionTokens } from './session-tokens.ts'
import { extendSession, readAmr, setAssurance } from './sessions-repository.ts'
import { findById } from './users-repository.ts'

interface Shown {
  readonly method: SignInMethod
  /** Epoch seconds. */
  readonly timestamp: number
}

const without = (amr: string, methods: readonly SignInMethod[]): readonly Shown[] =>
  (JSON.parse(amr) as readonly Shown[]).filter(({ method }) => !methods.includes(method))

/**
 * Raises a session to `aal2` after `prove` has accepted a second factor in the same transaction, and gives it new tokens. Throws
 * `session_not_found`.
 */
export type StrengthenSession = (
  userId: string,
  sessionId: string,
  method: SecondFactorMethod,
  prove: (queries: Queries) => Promise<void>,
) => Promise<SignedIn>

/** Creates the function that raises sessions. */
export const createStrengthening =
  (
    database: Pick<Database, 'queries' | 'transaction'>,
    tokens: SessionTokens,
    clock: Pick<Clock, 'now'>,
  ): StrengthenSession =>
  async (userId, sessionId, method, prove) => {
    const now = clock.now()
    const user = await findById(database.queries, userId)
    if (user === undefined) throw new AccountError('session_not_found')
    const before = without((await readAmr(database.queries, sessionId)) ?? '[]', [method])
    const amr = JSON.stringify([...before, { method, timestamp: Math.floor(now / 1000) }])
    const assurance = { aal: 'aal2', amr } as const
    const signedIn = await tokens.grantBoth(toAccount(user, now), { id: sessionId, ...assurance })
    await database.transaction(async (queries) => {
      await prove(queries)
      const lives = await extendSession(queries, sessionId, { now, expiresAt: now + REFRESH_LIFETIME })
      if (!lives) throw new AccountError('session_not_found')
      await setAssurance(queries, sessionId, assurance)
      // The client's current refresh token gets a successor, as in a refresh.
      const held = await findUnusedRefreshToken(queries, sessionId)
      if (held !== undefined) await noteRefreshUse(queries, held, now)
      await tokens.store(queries, signedIn, held)
    })
    return signedIn
  }

/** Lowers a session to `aal1`, because its user no longer has a second factor. */
export const weakenSession = async (queries: Queries, id: string): Promise<void> => {
  const amr = without((await readAmr(queries, id)) ?? '[]', ['totp', 'recovery_code'])
  await setAssurance(queries, id, { aal: 'aal1', amr: JSON.stringify(amr) })
}
