/** A row: its values by column. */
export type Row = Readonly<Record<string, string | number | null>>

/** All rows of a database at one moment, while other connections write. */
export interface TransferSource {
  readonly engine: 'sqlite' | 'mysql'
  readonly tables: readonly string[]
  rows(table: string): AsyncIterable<Row> | Iterable<Row>
  close(): Promise<void>
}

/** An empty database that takes the rows of another one. No row is visible before `commit`. */
export interface TransferTarget {
  insert(table: string, rows: readonly Row[]): Promise<void>
  commit(): Promise<void>
  /** Discards the rows, unless they are committed. */
  close(): Promise<void>
}

export interface TargetOptions {
  /** The last migration to run, so that the tables have the columns of the rows. */
  readonly migrateTo: string
  /** Whether to delete the tables that the database has. Otherwise it must be empty. */
  readonly replaces: boolean
}

/** The error for a database that is not empty, or that a service uses. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse'
}

/** The tables that no source contains: the migrations of the target fill them. */
export const isRecord = (table: string): boolean => table.startsWith('kysely_migration') || table.startsWith('sqlite_')
