import { sql } from 'kysely'
import { HOUR } from '../../clock.ts'
import type { Queries, Reader } from '../../database/database.ts'
import { lockRow, writesOne } from '../../database/dialects.ts'
import type { MfaChallengeTable, MfaRecoveryCodeTable } from '../../schema.ts'

/** An SQL expression for queries of users: whether the user has a verified factor. */
export const hasFactor = sql<0 | 1>`exists (
  select 1 from mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified')`

/** Serializes changes to a user's factors. Call it first in a transaction. */
export const lockFactors = (queries: Queries, userId: string, now: number): Promise<void> =>
  lockRow(queries, `factors:${userId}`, now + HOUR)

/** Lists a user's factors, oldest first. */
export const listFactors = (queries: Reader, userId: string) =>
  queries
    .selectFrom('mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Records a code's time step as accepted. Returns false if this step or a later one was already accepted. */
export const acceptStep = (queries: Queries, id: string, step: number, now: number): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('mfa_factors')
      .set({ last_step: step, status: 'verified', updated_at: now })
      .where('id', '=', id)
      .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)])),
  )

export const deleteFactors = async (queries: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await queries.deleteFrom('mfa_factors').where('id', 'in', ids).execute()
}

/** Adds a challenge and deletes the factor's expired challenges. */
export const insertChallenge = async (queries: Queries, challenge: MfaChallengeTable, now: number): Promise<void> => {
  await queries
    .deleteFrom('mfa_challenges')
    .where('factor_id', '=', challenge.factor_id)
    .where('expires_at', '<=', now)
    .execute()
  await queries.insertInto('mfa_challenges').values(challenge).execute()
}

/** Marks a session's challenge of a factor as used; false if there is no valid one. */
export const useChallenge = (
  queries: Queries,
  { id, factor_id, session_id }: Omit<MfaChallengeTable, 'expires_at'>,
  now: number,
): Promise<boolean> =>
  writesOne(
    queries
      .deleteFrom('mfa_challenges')
      .where('id', '=', id)
      .where('factor_id', '=', factor_id)
      .where('session_id', '=', session_id)
      .where('expires_at', '>', now),
  )

/** Lists when each of a user's recovery codes was used; null for unused codes. */
export const listRecoveryUses = async (queries: Reader, userId: string): Promise<readonly (number | null)[]> => {
  const rows = await queries.selectFrom('mfa_recovery_codes').select('used_at').where('user_id', '=', userId).execute()
  return rows.map(({ used_at }) => used_at)
}

/** Replaces a user's recovery codes; an empty list removes them. */
export const replaceRecoveryCodes = async (
  queries: Queries,
  userId: string,
  codes: readonly MfaRecoveryCodeTable[],
): Promise<void> => {
  await queries.deleteFrom('mfa_recovery_codes').where('user_id', '=', userId).execute()
  if (codes.length > 0) await queries.insertInto('mfa_recovery_codes').values(codes).execute()
}

/** Marks a recovery code as used. Of several concurrent calls, returns true for only one. */
export const useRecoveryCode = (
  queries: Queries,
  { user_id, hash }: Pick<MfaRecoveryCodeTable, 'user_id' | 'hash'>,
  now: number,
): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('mfa_recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', user_id)
      .where('hash', '=', hash)
      .where('used_at', 'is', null),
  )
