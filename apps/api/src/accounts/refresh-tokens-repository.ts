import type { Queries } from '../db/database.ts'
import type { RefreshTokenTable } from '../db/schema.ts'
import { accountColumns, fromAccounts } from './account.ts'

/** Finds a refresh token by its hash, with session and user. */
export const findRefreshToken = (queries: Queries, hash: string) =>
  fromAccounts(queries)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select([
      ...accountColumns,
      'sessions.id as session_id',
      'sessions.revoked_at',
      'sessions.expires_at as session_expires_at',
      'refresh_tokens.id as token_id',
      'refresh_tokens.used_at',
      'refresh_tokens.expires_at as token_expires_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst()

/** Adds a step to a session's chain of refresh tokens. */
export const insertRefreshToken = async (queries: Queries, token: RefreshTokenTable): Promise<void> => {
  await queries.insertInto('refresh_tokens').values(token).execute()
}

/** Marks a refresh token as used; true for exactly one of all who try. */
export const useRefreshToken = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
