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
 * stopped in the middle of a migration leaves a part of it, and the next one goes on from there.
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
