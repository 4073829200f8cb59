import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { BATCH } from '../../database/delete-in-batches.ts'

/** Deletes a user's oldest runs or verifications, a thousand at most; returns their number. */
export const deleteSome = async (
  queries: Queries,
  table: 'runs' | 'verifications',
  userId: string,
): Promise<number> => {
  const found = await queries
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await queries
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('created_at', '<=', found.at(-1)?.created_at ?? 0)
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

/** Deletes mail to an address, sent or not. Reads the ids first, so that it doesn't lock mail to other addresses. */
export const deleteMailTo = async (queries: Queries, emailKey: string): Promise<void> => {
  const found = await queries
    .selectFrom('outbox')
    .select('id')
    .where(sql<string>`lower(${sql.ref('recipient')})`, '=', emailKey)
    .execute()
  const ids = found.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH)
    await queries
      .deleteFrom('outbox')
      .where('id', 'in', ids.slice(start, start + BATCH))
      .execute()
}

/** Deletes a user; foreign keys delete the rows that belong to the user. */
export const deleteUser = async (queries: Queries, id: string): Promise<void> => {
  await queries.deleteFrom('users').where('id', '=', id).execute()
}
