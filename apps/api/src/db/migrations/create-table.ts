import type { Database } from '../database.ts'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** The parameters of a migration. */
export interface MigrationContext {
  readonly engine: Database['engine']
  /** Epoch milliseconds, for rows that a migration writes. */
  readonly now: number
  /** How MySQL compares text: by code points and to the last space, as SQLite does. */
  readonly collation: string
}

/** The types that mean the same on every engine. */
export const type = {
  id: 'varchar(32)',
  word: 'varchar(64)',
  key: 'varchar(255)',
  email: 'varchar(320)',
  longKey: 'varchar(512)',
  /** Up to 16 MB. SQLite takes any type with "text" in its name as text. */
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
  /** Whether the rows lie in the order of the primary key. They always do on MySQL; SQLite would keep an index beside them. */
  readonly clustered?: boolean
  /** Column to the table whose id it names; the row goes when that one goes. */
  readonly belongsTo?: Readonly<Record<string, string>>
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

const withKeys = (table: Builder, { name, primaryKey, unique = [], belongsTo = {} }: TableShape): Builder => {
  let built = table.addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey])
  for (const columns of unique) built = built.addUniqueConstraint(`${name}_${columns.join('_')}_unique`, [...columns])
  for (const [column, target] of Object.entries(belongsTo)) {
    // Beside the column, as MySQL reads and forgets a reference that is written in the column.
    built = built.addForeignKeyConstraint(`${name}_${column}_fk`, [column], target, ['id'], (key) =>
      key.onDelete('cascade'),
    )
  }
  return built
}

/**
 * Creates a table with its keys and indexes unless it is there: on MySQL each statement commits by itself, so a process that was
 * stopped in the middle of a migration leaves a part of it, and the next one continues from there.
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
    // With the table, as MySQL has no "create index if not exists".
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

/** Finds a column of a table; undefined when it isn't there. Migrations look first, as on MySQL every statement commits by itself. */
export const findColumn = async (db: Kysely<unknown>, table: string, column: string) =>
  (await db.introspection.getTables()).find(({ name }) => name === table)?.columns.find(({ name }) => name === column)

/** Adds a column unless it is there. With a `fallback` it is never null, and existing rows get that value. */
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

/** Adds an index unless it is there. */
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
