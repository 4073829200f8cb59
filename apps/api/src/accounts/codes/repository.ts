import type { Queries, Reader } from '../../database/database.ts'
import type { OneTimeCodeTable } from '../../database/schema.ts'

/** The purpose of a code. */
export type Purpose = OneTimeCodeTable['purpose']

/** Invalidates the codes for a purpose, either those of a user or those mailed to an address. */
export const killCodes = async (
  queries: Queries,
  of: { readonly userId: string } | { readonly emailKey: string },
  purpose: Purpose,
  now: number,
): Promise<void> => {
  const all = queries
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  await ('userId' in of ? all.where('user_id', '=', of.userId) : all.where('email_key', '=', of.emailKey)).execute()
}

const columns = ['id', 'user_id', 'purpose', 'hash', 'expires_at', 'used_at', 'email_key', 'data'] as const

/** Finds a code by its id. */
export const findCode = (queries: Reader, id: string) =>
  queries.selectFrom('one_time_codes').select(columns).where('id', '=', id).executeTakeFirst()

/** Finds the latest code mailed to an address for one of several purposes. */
export const findCodeTo = (queries: Reader, emailKey: string, purposes: readonly Purpose[]) =>
  queries
    .selectFrom('one_time_codes')
    .select(columns)
    .where('email_key', '=', emailKey)
    .where('purpose', 'in', purposes)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Invalidates all codes of a user. */
export const killCodesOf = async (queries: Queries, userId: string, now: number): Promise<void> => {
  await queries
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes the codes mailed to an address. */
export const deleteCodesTo = async (queries: Queries, emailKey: string): Promise<void> => {
  await queries.deleteFrom('one_time_codes').where('email_key', '=', emailKey).execute()
}

/** Marks a code as used. Of several concurrent calls, returns true for only one. */
export const useCode = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Finds an authorization code by its hash. */
export const findFlow = (queries: Reader, hash: string) =>
  queries.selectFrom('auth_flows').selectAll().where('code_hash', '=', hash).executeTakeFirst()

/** Invalidates the authorization codes of a user. */
export const endFlows = async (queries: Queries, userId: string, now: number): Promise<void> => {
  await queries
    .updateTable('auth_flows')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Marks an authorization code as used. Of several concurrent calls, returns true for only one. */
export const useFlow = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('auth_flows')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
