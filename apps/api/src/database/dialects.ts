import type { Insertable, UpdateObject } from 'kysely'
import type { Database, Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Returns the engine of queries: only SQLite's dialect supports `returning`. */
export const engineOf = (queries: Queries): Database['engine'] =>
  queries.getExecutor().adapter.supportsReturning ? 'sqlite' : 'mysql'

/** Inserts a row. Throws the database's unique violation if a row with the same key exists. */
export const insertRow = async <Table extends keyof Schema>(
  queries: Queries,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<void> => {
  await queries.insertInto(table).values(row).execute()
}

/**
 * Inserts a row unless one with the same key exists. Returns whether it was inserted. On MySQL "ignore" also suppresses other errors of the
 * row, so callers pass only checked values.
 */
export const insertIgnore = async <Table extends keyof Schema>(
  queries: Queries,
  engine: Database['engine'],
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<boolean> => {
  const insert = queries.insertInto(table).values(row)
  const { numInsertedOrUpdatedRows = 0n } = await (
    engine === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
  ).executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Inserts a row, or applies `changes` to the existing one with the same key (`key` names its columns). */
export const upsert = async <Table extends keyof Schema>(
  queries: Queries,
  engine: Database['engine'],
  table: Table,
  key: readonly (keyof Schema[Table] & string)[],
  row: Insertable<Schema[Table]>,
  changes: UpdateObject<Schema, Table>,
): Promise<void> => {
  const insert = queries.insertInto(table).values(row)
  // Kysely can't infer the columns of a generic table.
  await (
    engine === 'mysql'
      ? insert.onDuplicateKeyUpdate(changes)
      : insert.onConflict((conflict) => conflict.columns(key).doUpdateSet(changes as never))
  ).execute()
}
