import type { Queries } from '../db/database.ts'

/** The columns whose texts are sealed. */
export const sealedColumns = ['source_password_encrypted', 'destination_password_encrypted'] as const

/** Names a column whose texts are sealed. */
export type SealedColumn = (typeof sealedColumns)[number]

/** Lists sealed texts of all records behind an id, by id: to seal them again. */
export const listSealed = (queries: Queries, after: string, limit: number) =>
  queries
    .selectFrom('email_migrations')
    .select(['id', ...sealedColumns])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Puts a sealed text instead of a known one; false when someone else changed it meanwhile. */
export const replaceSealed = async (
  queries: Queries,
  {
    id,
    column,
    from,
    to,
  }: { readonly id: string; readonly column: SealedColumn; readonly from: string; readonly to: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('email_migrations')
    .set({ [column]: to })
    .where('id', '=', id)
    .where(column, '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
