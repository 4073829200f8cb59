/** A row: its values by column. */
export type TransferRow = Readonly<Record<string, string | number | null>>

/** All rows of a database at one moment, while other connections write. */
export interface TransferSource {
  readonly engine: 'sqlite' | 'mysql'
  readonly tables: readonly string[]
  rows(table: string): AsyncIterable<TransferRow> | Iterable<TransferRow>
  close(): Promise<void>
}

/** New tables for the rows of another database, beside the present ones. */
export interface TransferTarget {
  insert(table: string, rows: readonly TransferRow[]): Promise<void>
  /** Checks the rows, and makes them durable. Throws `TargetInUse` if a service uses the present tables. */
  complete(): Promise<void>
  /** Discards the rows, unless they are complete. */
  close(): Promise<void>
}

/** The replacement of a database: `complete` tables of a target replace the present ones, or are discarded. All can be repeated. */
export interface TargetSwitch {
  replace(): Promise<void>
  discard(): Promise<void>
  /** Lists the files or tables that were replaced. */
  listReplaced(): Promise<readonly string[]>
  deleteReplaced(): Promise<void>
}

export interface TargetOptions {
  /** The last migration to run, so that the tables have the columns of the rows. */
  readonly migrateTo: string
  /** Whether to replace the tables that the database has. Otherwise it must be empty. */
  readonly replaces: boolean
}

/** The error for a database that is not empty, that belongs to another program, or that a service uses. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse'
}

/** The prefix of tables that a restore fills before they replace the present ones (MySQL). */
export const RESTORED = 'restored_'
/** The prefix of tables that a restore replaced (MySQL). */
export const BEFORE_RESTORE = 'before_restore_'

/** Returns whether a table is not one of the present ones: a restore fills it, or has replaced it. */
export const isBeside = (table: string): boolean => table.startsWith(RESTORED) || table.startsWith(BEFORE_RESTORE)

/** The tables that no source contains: the migrations of the target fill them, and running processes belong to one database. */
export const isRecord = (table: string): boolean =>
  table.startsWith('kysely_migration') || table.startsWith('sqlite_') || table === 'service_processes'
