import type { Insertable, UpdateObject } from 'kysely'
import type { Database, Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Inserts a row, or changes the one that has the same key (`key` names its columns) as `changes` says. */
export const upsert = async <Table extends keyof Schema>(
  queries: Queries,
  engine: Database['engine'],
  table: Table,
  key: readonly (keyof Schema[Table] & string)[],
  row: Insertable<Schema[Table]>,
  changes: UpdateObject<Schema, Table>,
): Promise<void> => {
  const insert = queries.insertInto(table).values(row)
  // Kysely can't follow which columns a table that is a type parameter has.
  await (
    engine === 'mysql'
      ? insert.onDuplicateKeyUpdate(changes)
      : insert.onConflict((conflict) => conflict.columns(key).doUpdateSet(changes as never))
  ).execute()
}
