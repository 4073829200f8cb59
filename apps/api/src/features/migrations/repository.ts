import type { Queries } from '../../db/database.ts'
import type { EmailMigrationTable } from '../../db/schema.ts'

/** The columns whose texts are sealed. */
export const sealedColumns = ['source_password_encrypted', 'destination_password_encrypted'] as const

/** Names a column whose texts are sealed. */
export type SealedColumn = (typeof sealedColumns)[number]

/** A record as it is shown: without passwords. */
export type MigrationRow = Omit<EmailMigrationTable, SealedColumn>

/** Adds a record. */
export const insertMigration = async (queries: Queries, row: EmailMigrationTable): Promise<void> => {
  await queries.insertInto('email_migrations').values(row).execute()
}

/** Lists a user's records, newest first, without their passwords. */
export const listMigrations = (
  queries: Queries,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<MigrationRow[]> =>
  queries
    .selectFrom('email_migrations')
    .select(['id', 'user_id', 'source_host', 'source_port', 'source_email'])
    .select(['destination_host', 'destination_port', 'destination_email'])
    .select(['status', 'progress_percentage', 'error_message', 'created_at', 'completed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts a user's records. */
export const countMigrations = async (queries: Queries, userId: string): Promise<number> => {
  const { total } = await queries
    .selectFrom('email_migrations')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists sealed texts of all records behind an id, by id: to seal them anew. */
export const listSealed = (queries: Queries, after: string, limit: number) =>
  queries
    .selectFrom('email_migrations')
    .select(['id', ...sealedColumns])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Puts a sealed text in the place of a known one; false when somebody else changed it meanwhile. */
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
