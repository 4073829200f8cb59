import type { Queries } from '../db/database.ts'
import type { OneTimeCodeTable } from '../db/schema.ts'

/** The purpose of a code. */
export type Purpose = OneTimeCodeTable['purpose']

/** Adds a code. */
export const insertCode = async (queries: Queries, code: OneTimeCodeTable): Promise<void> => {
  await queries.insertInto('one_time_codes').values(code).execute()
}

/** Ends a user's codes for a purpose. */
export const killCodes = async (queries: Queries, userId: string, purpose: Purpose, now: number): Promise<void> => {
  await queries
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

const columns = ['id', 'user_id', 'purpose', 'hash', 'expires_at', 'used_at'] as const

/** Finds a code by its id. */
export const findCode = (queries: Queries, id: string) =>
  queries.selectFrom('one_time_codes').select(columns).where('id', '=', id).executeTakeFirst()

/** Finds a user's latest code for a purpose. */
export const findCodeOf = (queries: Queries, userId: string, purpose: Purpose) =>
  queries
    .selectFrom('one_time_codes')
    .select(columns)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Uses a code up; true for exactly one of all who try. */
export const useCode = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
