import type { Queries } from '../../database/database.ts'

/** Finds an authorization code by its hash. */
export const findFlow = (queries: Queries, hash: string) =>
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
