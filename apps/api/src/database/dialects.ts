import { sqliteCode } from './sqlite/sqlite-error.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import { digest } from '../random.ts'
import type { Database, Queries, Reader } from './database.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import type { Schema } from '../schema.ts'

/** Returns the engine of queries: only SQLite's dialect supports `returning`. */
export const engineOf = (queries: Reader): Database['engine'] =>
  queries.getExecutor().adapter.supportsReturning ? 'sqlite' : 'mysql'

/** Inserts a row. Throws the database's unique violation if a row with the same key exists. */
export const insertRow = async <Table extends keyof Schema>(
  queries: Queries,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<void> => {
  await queries.insertInto(table).values(row).execute()
}

/** The numbers of rows that a statement wrote: one of them is there. */
type Written = {
  readonly [Count in 'numUpdatedRows' | 'numDeletedRows' | 'numInsertedOrUpdatedRows']?: bigint | undefined
}

/** Runs a statement that writes at most one row. Returns whether it did: of several concurrent ones with a condition, only one does. */
export const writesOne = async (statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> => {
  const { numUpdatedRows, numDeletedRows, numInsertedOrUpdatedRows } = await statement.executeTakeFirst()
  return (numUpdatedRows ?? numDeletedRows ?? numInsertedOrUpdatedRows) === 1n
}

/** A table whose rows have an id. */
type Identified = { [Table in keyof Schema]: Schema[Table] extends { id: string } ? Table : never }[keyof Schema]

/** Changes the row with an id, if there is one. */
export const updateRow = async <Table extends Identified>(
  queries: Queries,
  table: Table,
  id: string,
  change: Partial<Schema[Table]>,
): Promise<void> => {
  // Kysely can't infer the columns of a generic table.
  await queries
    .updateTable(table as 'users')
    .set(change as never)
    .where('id', '=', id)
    .execute()
}

/** Deletes the row with an id; foreign keys delete the rows that belong to it. */
export const deleteRow = async (queries: Queries, table: Identified, id: string): Promise<void> => {
  await queries
    .deleteFrom(table as 'users')
    .where('id', '=', id)
    .execute()
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

/** The length of a column of the type `key`. */
const LONGEST_KEY = 255

/**
 * Serializes transactions that lock the same name: later ones see the writes of earlier ones. All of them write the same row, so even a
 * cluster that checks only at commit detects the conflict. Call it first in a transaction. Maintenance may delete the row after `until`
 * (epoch ms).
 */
export const lockRow = async (queries: Queries, name: string, until: number): Promise<void> => {
  // SQLite has one transaction at a time.
  if (engineOf(queries) === 'sqlite') return
  // A name may contain any text that a client sent as an id.
  const key = name.length > LONGEST_KEY ? digest(name) : name
  const insert = queries.insertInto('row_locks').values({ key, expires_at: until })
  // Writes a different value each time, because a cluster doesn't detect a write of the same value.
  const expires_at = sql<number>`case when row_locks.expires_at = ${until} then ${until - 1} else ${until} end`
  // One statement takes the exclusive lock at once, even if the row does not exist.
  await insert.onDuplicateKeyUpdate({ expires_at }).execute()
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE */
const SQLITE_UNIQUE: ReadonlySet<number | undefined> = new Set([1555, 2067])
/** ER_DUP_ENTRY */
const MYSQL_UNIQUE = 1062

/** Returns whether a write failed because a row with the same key exists, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  SQLITE_UNIQUE.has(sqliteCode(error)) || (error instanceof Error && 'errno' in error && error.errno === MYSQL_UNIQUE)

/** Waits for a write. Throws a refusal with `code` if a row with the same key exists. */
export const refusingTaken = async <Result>(code: RefusalCode, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(code, { cause: error }) : error
  }
}

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const SQLITE_FOREIGN_KEY = 787
/** ER_NO_REFERENCED_ROW and ER_NO_REFERENCED_ROW_2 */
const MYSQL_FOREIGN_KEY: ReadonlySet<unknown> = new Set([1216, 1452])

/** Returns whether a write failed because a referenced row is missing, on either engine. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FOREIGN_KEY ||
  (error instanceof Error && 'errno' in error && MYSQL_FOREIGN_KEY.has(error.errno))
