import type { Queries } from '../db/database.ts'
import type { ApiTokenTable } from '../db/schema.ts'
import { accountColumns, fromAccounts } from './account.ts'

/** Adds a token. */
export const insertApiToken = async (queries: Queries, token: ApiTokenTable): Promise<void> => {
  await queries.insertInto('api_tokens').values(token).execute()
}

/** Finds a token by its hash, with its user. */
export const findApiToken = (queries: Queries, hash: string) =>
  fromAccounts(queries)
    .innerJoin('api_tokens', 'api_tokens.user_id', 'users.id')
    .select([
      ...accountColumns,
      'api_tokens.id as token_id',
      'api_tokens.scopes',
      'api_tokens.expires_at as token_expires_at',
      'api_tokens.last_used_at',
      'api_tokens.revoked_at',
    ])
    .where('api_tokens.hash', '=', hash)
    .executeTakeFirst()

/** Lists a user's tokens that are not revoked, newest first. */
export const listApiTokens = (queries: Queries, userId: string) =>
  queries
    .selectFrom('api_tokens')
    .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Revokes a token of this user; false when there is none. */
export const revokeApiToken = async (queries: Queries, userId: string, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that a token was used. */
export const touchApiToken = async (queries: Queries, id: string, now: number): Promise<void> => {
  await queries.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}
