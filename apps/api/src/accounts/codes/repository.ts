import type { Queries, Reader } from '../../database/database.ts'
import { writesOne } from '../../database/dialects.ts'
import type { OneTimeCodeTable } from '../../schema.ts'

export type Purpose = OneTimeCodeTable['purpose']

// The cast is safe: both tables have the columns of these statements.
const using = (queries: Queries, table: 'one_time_codes' | 'auth_flows', now: number) =>
  queries
    .updateTable(table as 'one_time_codes')
    .set({ used_at: now })
    .where('used_at', 'is', null)

/** Invalidates the codes for a purpose: all codes of a user, or all codes mailed to an address. */
export const killCodes = (
  queries: Queries,
  of: { readonly userId: string } | { readonly emailKey: string },
  purpose: Purpose,
  now: number,
) => {
  const all = using(queries, 'one_time_codes', now).where('purpose', '=', purpose)
  return ('userId' in of ? all.where('user_id', '=', of.userId) : all.where('email_key', '=', of.emailKey)).execute()
}

const columns = ['id', 'user_id', 'purpose', 'hash', 'expires_at', 'used_at', 'email_key', 'data'] as const

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
export const killCodesOf = (queries: Queries, userId: string, now: number) =>
  using(queries, 'one_time_codes', now).where('user_id', '=', userId).execute()

/** Deletes the codes mailed to an address. */
export const deleteCodesTo = (queries: Queries, emailKey: string) =>
  queries.deleteFrom('one_time_codes').where('email_key', '=', emailKey).execute()

/** Marks a code as used. Of several concurrent calls, returns true for only one. */
export const useCode = (queries: Queries, id: string, now: number): Promise<boolean> =>
  writesOne(using(queries, 'one_time_codes', now).where('id', '=', id))

/** Finds an authorization code by its hash. */
export const findFlow = (queries: Reader, hash: string) =>
  queries.selectFrom('auth_flows').selectAll().where('code_hash', '=', hash).executeTakeFirst()

/** Invalidates the authorization codes of a user. */
export const endFlows = (queries: Queries, userId: string, now: number) =>
  using(queries, 'auth_flows', now).where('user_id', '=', userId).execute()

/** Marks an authorization code as used. Of several concurrent calls, returns true for only one. */
export const useFlow = (queries: Queries, id: string, now: number): Promise<boolean> =>
  writesOne(using(queries, 'auth_flows', now).where('id', '=', id))
