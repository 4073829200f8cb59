import { HOUR } from '../../clock.ts'
import type { Queries, Reader } from '../../database/database.ts'
import { lockRow, writesOne } from '../../database/dialects.ts'
import type { ApiTokenTable } from '../../schema.ts'
import { accountColumns, fromAccounts } from '../users/account.ts'
import { countOf } from '../../database/shared.ts'

const countApiTokens = (queries: Reader, userId: string): Promise<number> =>
  countOf(queries.selectFrom('api_tokens').where('user_id', '=', userId).where('revoked_at', 'is', null))

/**
 * Adds a token, or returns false if its user has reached the limit. Call it first in a transaction, so that concurrent requests can't
 * exceed the limit.
 */
export const insertApiToken = async (queries: Queries, token: ApiTokenTable, most: number): Promise<boolean> => {
  await lockRow(queries, `tokens:${token.user_id}`, token.created_at + HOUR)
  if ((await countApiTokens(queries, token.user_id)) >= most) return false
  await queries.insertInto('api_tokens').values(token).execute()
  return true
}

export const findApiToken = (queries: Reader, hash: string) =>
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
export const listApiTokens = (queries: Reader, userId: string) =>
  queries
    .selectFrom('api_tokens')
    .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const revoking = (queries: Queries, userId: string, now: number) =>
  queries
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)

/** Revokes a token of this user; returns false if there is none. */
export const revokeApiToken = (queries: Queries, userId: string, id: string, now: number): Promise<boolean> =>
  writesOne(revoking(queries, userId, now).where('id', '=', id))

export const revokeApiTokensOf = (queries: Queries, userId: string, now: number) =>
  revoking(queries, userId, now).execute()
