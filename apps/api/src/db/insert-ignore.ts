import type { Insertable } from 'kysely'
import type { Database, Queries } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts a row unless one with the same key is there. Gives whether it was inserted. On MySQL "ignore" also softens other errors of the
 * row, so callers pass values that they have checked.
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
