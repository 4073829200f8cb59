import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** A boolean, as all engines store it. */
export type Flag = 0 | 1

/** The parameters of a migration. */
export interface MigrationContext {
  readonly engine: 'sqlite' | 'mysql'
  /** Epoch milliseconds, for the rows that a migration writes. */
  readonly now: number
  /** A collation that compares by code points and respects trailing spaces, as SQLite does. */
  readonly collation: string
}

/** The column types with the same meaning on every engine. */
const types = {
  id: 'varchar(32)',
  word: 'varchar(64)',
  key: 'varchar(255)',
  email: 'varchar(320)',
  longKey: 'varchar(512)',
  /** ASCII, so that a unique index on the column fits on MySQL too. */
  path: 'varchar(1024)',
  /** Up to 16 MB. SQLite treats any type with "text" in its name as text. */
  text: sql`mediumtext`,
  milliseconds: 'bigint',
  count: 'bigint',
  number: 'integer',
  flag: 'smallint',
} as const

type Type = keyof typeof types

/** A column: its type, with `?` if it may be null, or with a value for rows that don't state one. */
type Column = Type | `${Type}?` | { readonly type: Type; readonly fallback: string }

/** The keys of a table, over the names of its columns. */
interface Keys<Name extends string> {
  /** Default: `id`. */
  readonly primaryKey?: readonly Name[]
  /** Whether the rows are stored in the order of the primary key. MySQL always does that; SQLite would keep a separate index. */
  readonly clustered?: boolean
  /** Maps a column to the table whose id it contains; deleting the referenced row deletes this row too. */
  readonly belongsTo?: { readonly [Own in Name]?: string }
  readonly unique?: readonly (readonly Name[])[]
  readonly indexes?: readonly (readonly Name[])[]
}

type Columns = Readonly<Record<string, Column>>

/** A table as data, independent of the engine. */
export interface TableShape extends Keys<string> {
  readonly name: string
  readonly columns: Columns
  readonly belongsTo?: Readonly<Record<string, string>>
}

/** Describes a table; the type of its rows follows from the columns. */
export const table = <const Name extends string, const Own extends Columns>(
  name: Name,
  shape: { readonly columns: Own } & Keys<keyof Own & string>,
) => ({ name, ...shape })

/** A column with only some words, whose type is known to the compiler. */
type Words<Kind extends Column, Value> = Kind & { readonly '~words': Value }

/** Describes a column that contains one of some words. */
// The member with the words exists only for the compiler.
export const word = <Value extends string>() => 'word' as Words<'word', Value>

/** Describes a column that contains one of some words, or null. */
export const wordOrNull = <Value extends string>() => 'word?' as Words<'word?', Value | null>

type ValueOf<Kind> = Kind extends { readonly '~words': infer Word }
  ? Word
  : Kind extends { readonly type: infer Inner }
    ? ValueOf<Inner>
    : Kind extends `${infer Inner}?`
      ? ValueOf<Inner> | null
      : Kind extends 'flag'
        ? Flag
        : Kind extends 'milliseconds' | 'count' | 'number'
          ? number
          : string

export type RowOf<Table extends { readonly columns: Columns }> = {
  -readonly [Name in keyof Table['columns']]: ValueOf<Table['columns'][Name]>
}

type Builder = CreateTableBuilder<string, string>

const withColumns = (builder: Builder, { columns }: TableShape, engine: MigrationContext['engine']): Builder => {
  let built = builder
  for (const [name, column] of Object.entries(columns)) {
    const { type, fallback } = typeof column === 'string' ? { type: column, fallback: undefined } : column
    const isNullable = type.endsWith('?')
    // Without its mark, the text is a type.
    const kind = type.replace('?', '') as Type
    const stored =
      kind === 'path' && engine === 'mysql'
        ? sql`${sql.raw(types.path)} character set ascii collate ascii_bin`
        : types[kind]
    built = built.addColumn(name, stored, (it) => {
      const present = isNullable ? it : it.notNull()
      return fallback === undefined ? present : present.defaultTo(fallback)
    })
  }
  return built
}

const withKeys = (
  builder: Builder,
  { name, primaryKey = ['id'], unique = [], belongsTo = {} }: TableShape,
): Builder => {
  let built = builder.addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey])
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
  const created = withKeys(withColumns(db.schema.createTable(name).ifNotExists(), shape, engine), shape)
  const indexName = (columns: readonly string[]): string => `${name}_${columns.join('_')}_index`
  if (engine === 'mysql') {
    // The indexes are created with the table, because MySQL has no "create index if not exists".
    let indexed = created
    for (const columns of indexes) indexed = indexed.addIndex(indexName(columns), [...columns])
    return indexed.modifyEnd(sql`default character set utf8mb4 collate ${sql.raw(collation)}`).execute()
  }
  await (shape.clustered ? created.modifyEnd(sql`without rowid`) : created).execute()
  for (const columns of indexes) {
    await db.schema
      .createIndex(indexName(columns))
      .ifNotExists()
      .on(name)
      .columns([...columns])
      .execute()
  }
}
