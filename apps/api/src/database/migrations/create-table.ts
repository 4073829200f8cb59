import type { Database } from '../database.ts'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** The parameters of a migration. */
export interface MigrationContext {
  readonly engine: Database['engine']
  /** Epoch milliseconds, for the rows that a migration writes. */
  readonly now: number
  /** A collation that compares by code points and respects trailing spaces, as SQLite does. */
  readonly collation: string
}

/** The column types with the same meaning on every engine. */
export const type = {
  id: 'varchar(32)',
  word: 'varchar(64)',
  key: 'varchar(255)',
  email: 'varchar(320)',
  longKey: 'varchar(512)',
  /** Up to 16 MB. SQLite treats any type with "text" in its name as text. */
  text: sql`mediumtext`,
  milliseconds: 'bigint',
  count: 'bigint',
  number: 'integer',
  flag: 'smallint',
} as const

type Builder = CreateTableBuilder<string, string>

export interface TableShape {
  readonly name: string
  readonly columns: (table: Builder) => Builder
  readonly primaryKey: readonly string[]
  /** Whether the rows are stored in the order of the primary key. MySQL always does that; SQLite would keep a separate index. */
  readonly clustered?: boolean
  /** Maps a column to the table whose id it contains; deleting the referenced row deletes this row too. */
  readonly belongsTo?: Readonly<Record<string, string>>
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

const withKeys = (table: Builder, { name, primaryKey, unique = [], belongsTo = {} }: TableShape): Builder => {
  let built = table.addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey])
  for (const columns of unique) built = built.addUniqueConstraint(`${name}_${columns.join('_')}_unique`, [...columns])
  for (const [column, target] of Object.entries(belongsTo)) {
    // A separate constraint, because MySQL ignores a reference that is part of the column.
    built = built.addForeignKeyConstraint(`${name}_${column}_fk`, [column], target, ['id'], (key) =>
      key.onDelete('cascade'),
    )
  }
  return built
}

/**
 * Creates a table with its keys and indexes unless it exists. MySQL commits each statement immediately, so a process that stops during a
 * migration leaves it incomplete, and the next process continues from there.
 */
export const createTable = async (
  db: Kysely<unknown>,
  { engine, collation }: MigrationContext,
  shape: TableShape,
): Promise<void> => {
  const { name, indexes = [] } = shape
  const table = withKeys(shape.columns(db.schema.createTable(name).ifNotExists()), shape)
  const indexName = (columns: readonly string[]): string => `${name}_${columns.join('_')}_index`
  if (engine === 'mysql') {
    // The indexes are created with the table, because MySQL has no "create index if not exists".
    let indexed = table
    for (const columns of indexes) indexed = indexed.addIndex(indexName(columns), [...columns])
    return indexed.modifyEnd(sql`default character set utf8mb4 collate ${sql.raw(collation)}`).execute()
  }
  await (shape.clustered ? table.modifyEnd(sql`without rowid`) : table).execute()
  for (const columns of indexes) {
    await db.schema
      .createIndex(indexName(columns))
      .ifNotExists()
      .on(name)
      .columns([...columns])
      .execute()
  }
}

/** Finds a column of a table; undefined if it does not exist. Migrations check first, because MySQL commits every statement immediately. */
export const findColumn = async (db: Kysely<unknown>, table: string, column: string) =>
  (await db.introspection.getTables()).find(({ name }) => name === table)?.columns.find(({ name }) => name === column)

/** Adds a column unless it exists. With a `fallback`, it is never null, and existing rows get that value. */
export const addColumn = async (
  db: Kysely<unknown>,
  table: string,
  column: string,
  kind: keyof typeof type,
  fallback?: string,
): Promise<void> => {
  if ((await findColumn(db, table, column)) !== undefined) return
  await db.schema
    .alterTable(table)
    .addColumn(column, type[kind], (it) => (fallback === undefined ? it : it.notNull().defaultTo(fallback)))
    .execute()
}

/** Adds an index unless it exists. */
export const addIndex = async (
  db: Kysely<unknown>,
  engine: MigrationContext['engine'],
  table: string,
  columns: readonly string[],
): Promise<void> => {
  const name = `${table}_${columns.join('_')}_index`
  const create = db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
  if (engine === 'sqlite') return create.ifNotExists().execute()
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(db)
  if (rows.length === 0) await create.execute()
}
