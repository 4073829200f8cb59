import { sql } from 'kysely'
import type { Queries, Reader } from '../database/database.ts'

/** The columns whose texts are encrypted, by table. */
export const encryptedColumns = {
  email_migrations: ['source_password_encrypted', 'destination_password_encrypted'],
  mfa_factors: ['secret_encrypted'],
} as const

/** The name of a table with encrypted columns. */
export type EncryptedTable = keyof typeof encryptedColumns

/** The name of an encrypted column of a table. */
export type EncryptedColumn<Table extends EncryptedTable = EncryptedTable> = (typeof encryptedColumns)[Table][number]

/** An encrypted text and its place. */
export interface EncryptedValue {
  readonly table: EncryptedTable
  readonly id: string
  readonly column: EncryptedColumn
  readonly ciphertext: string
}

/** Lists the ciphertexts of a column, in the order of their ids, after a given id. */
export const listCiphertexts = async (
  queries: Reader,
  {
    table,
    column,
    after,
    limit,
  }: Pick<EncryptedValue, 'table' | 'column'> & { readonly after: string; readonly limit: number },
): Promise<readonly EncryptedValue[]> => {
  const { rows } = await sql<{ id: string; ciphertext: string }>`
    select id, ${sql.ref(column)} as ciphertext from ${sql.table(table)} where id > ${after} order by id limit ${limit}`.execute(
    queries,
  )
  return rows.map((row) => ({ ...row, table, column }))
}

/** Replaces a ciphertext; returns false if it has changed since it was read. */
export const replaceCiphertext = async (
  queries: Queries,
  { table, id, column, ciphertext }: EncryptedValue,
  by: string,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by}
    where id = ${id} and ${sql.ref(column)} = ${ciphertext}`.execute(queries)
  return numAffectedRows === 1n
}
