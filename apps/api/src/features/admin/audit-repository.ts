import type { Queries } from '../../db/database.ts'
import type { AuditTable } from '../../db/schema.ts'

/** Adds a row. */
export const insertAudit = async (queries: Queries, row: AuditTable): Promise<void> => {
  await queries.insertInto('audit_log').values(row).execute()
}

/** Lists rows, newest first. */
export const listAudit = (
  queries: Queries,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditTable[]> =>
  queries
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts the rows. */
export const countAudit = async (queries: Queries): Promise<number> => {
  const { total } = await queries
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
