import type { Clock } from '@netbox/core'
import type { Database, Queries } from '../../database/database.ts'
import { updateRow } from '../../database/dialects.ts'
import { toAccount } from '../users/account.ts'
import { newId } from '../../random.ts'
import {
  extendSession,
  findSession,
  findUnusedRefreshToken,
  insertSession,
  noteRefreshUse,
  revokeSession,
} from './repository.ts'
import type { ActiveSession, SecondFactorMethod, SignedIn, SignInMethod } from './types.ts'
import { REFRESH_LIFETIME, type SessionTokens } from './tokens.ts'
import { findById } from '../users/repository.ts'
import { Refusal } from '../../refusal.ts'

interface Shown {
  readonly method: SignInMethod
  /** Epoch seconds. */
  readonly timestamp: number
}

const without = (amr: string, methods: readonly SignInMethod[]): readonly Shown[] =>
  (JSON.parse(amr) as readonly Shown[]).filter(({ method }) => !methods.includes(method))

/** The owner of a session to raise, with the network address of the request. */
interface RaisedOwner {
  readonly account: Pick<ActiveSession['account'], 'id'>
  readonly session: Pick<ActiveSession['session'], 'id' | 'needsFactor'>
  readonly address: string
}

/**
 * Creates the function that raises a session to `aal2` after `prove` has accepted a second factor in the same transaction, and returns new
 * tokens. A sign-in that waited for the factor continues as a new session, so that tokens from before the factor never get more rights.
 * Throws `unauthorized` if the session has ended.
 */
export const createRaising =
  (database: Database, tokens: SessionTokens, clock: Pick<Clock, 'now'>) =>
  async (
    { account, session: { id, needsFactor }, address }: RaisedOwner,
    method: SecondFactorMethod,
    prove: (queries: Queries) => Promise<void>,
  ): Promise<SignedIn> => {
    const now = clock.now()
    const [user, session] = [await findById(database.queries, account.id), await findSession(database.queries, id)]
    if (user === undefined || session === undefined) throw new Refusal('unauthorized', { reason: 'session_not_found' })
    const amr = JSON.stringify([...without(session.amr, [method]), { method, timestamp: Math.floor(now / 1000) }])
    const times = { last_used_at: now, expires_at: now + REFRESH_LIFETIME }
    const raised = { ...session, ...times, id: needsFactor ? newId() : id, aal: 'aal2', amr } as const
    const signedIn = await tokens.grantBoth(toAccount(user, now), raised)

    const replace = async (queries: Queries): Promise<void> => {
      const isReplaced =
        (await revokeSession(queries, id, now)) &&
        (await insertSession(queries, { ...raised, address, revoked_at: null }))
      if (!isReplaced) throw new Refusal('unauthorized', { reason: 'session_not_found' })
      await tokens.store(queries, signedIn)
    }

    const raise = async (queries: Queries): Promise<void> => {
      if (!(await extendSession(queries, id, times))) throw new Refusal('unauthorized', { reason: 'session_not_found' })
      await updateRow(queries, 'sessions', id, { aal: 'aal2', amr })
      // The client's current refresh token gets a successor, as in a refresh.
      const held = await findUnusedRefreshToken(queries, id)
      if (held !== undefined) await noteRefreshUse(queries, held, now)
      await tokens.store(queries, signedIn, held)
    }

    await database.transaction(async (queries) => {
      await prove(queries)
      await (needsFactor ? replace : raise)(queries)
    })
    return signedIn
  }

/** Lowers a session to `aal1`, because its user no longer has a second factor. */
export const lowerLevel = async (queries: Queries, id: string): Promise<void> => {
  const amr = without((await findSession(queries, id))?.amr ?? '[]', ['totp', 'recovery_code'])
  await updateRow(queries, 'sessions', id, { aal: 'aal1', amr: JSON.stringify(amr) })
}
