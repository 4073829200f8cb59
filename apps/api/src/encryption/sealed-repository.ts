import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** The columns with encrypted texts, by table. */
export const sealedColumns = {
  email_migrations: ['source_password_encrypted', 'destination_password_encrypted'],
  mfa_factors: ['secret_encrypted'],
} as const

/** The name of a table with encrypted texts. */
export type SealedTable = keyof typeof sealedColumns

/** The name of a column with encrypted texts. */
export type SealedColumn<Table extends SealedTable = SealedTable> = (typeof sealedColumns)[Table][number]

/** An encrypted text of a row. */
export interface SealedText {
  readonly table: SealedTable
  readonly id: string
  readonly column: SealedColumn
  readonly sealed: string
}

/** Lists encrypted texts of a table after an id, by id, for re-encryption. */
export const listSealed = async (
  queries: Queries,
  {
    table,
    column,
    after,
    limit,
  }: Pick<SealedText, 'table' | 'column'> & { readonly after: string; readonly limit: number },
): Promise<readonly SealedText[]> => {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, ${sql.ref(column)} as sealed from ${sql.table(table)} where id > ${after} order by id limit ${limit}`.execute(
    queries,
  )
  return rows.map((row) => ({ ...row, table, column }))
}

/** Replaces a known encrypted text; false if another request changed it in between. */
export const replaceSealed = async (
  queries: Queries,
  { table, id, column, sealed }: SealedText,
  by: string,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by}
    where id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(queries)
  return numAffectedRows === 1n
}
