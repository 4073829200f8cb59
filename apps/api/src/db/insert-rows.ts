import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { inPowersOfTwo, repeated } from './row-lists.ts'
import type { Schema } from './schema.ts'

/** Writes many rows in few statements, whose texts are always the same few. */
export const insertRows = async <Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
  queries: Queries,
  table: Table,
  columns: readonly Column[],
  rows: readonly Pick<Schema[Table], Column>[],
): Promise<void> => {
  const places = `(${columns.map(() => '?').join(', ')})`
  for (const piece of inPowersOfTwo(rows)) {
    const insert = `insert into ${table} (${columns.join(', ')}) values ${repeated(places, piece.length)}`
    const values = piece.flatMap((row) => columns.map((column) => row[column]))
    await queries.executeQuery(CompiledQuery.raw(insert, values))
  }
}
