import type { Clock } from '@netbox/core'
import type { Kysely, Transaction } from 'kysely'
import { adminCommand } from '../config/settings.ts'
import type { Schema } from '../schema.ts'

/** A connection or a transaction, which repositories use for statements that write. */
export type Queries = Kysely<Schema> | Transaction<Schema>

/** A connection or a transaction that only reads. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'fn' | 'getExecutor' | 'withPlugin'>

/** The database, independent of its engine. */
export interface Database {
  readonly engine: 'sqlite' | 'mysql'
  /** The connection that reads. On SQLite, it never waits for writes, and a statement that writes fails. */
  readonly queries: Reader
  /** The connection for single statements that write. On SQLite, they wait for the transactions, and share their commits. */
  readonly writer: Kysely<Schema>
  /**
   * Runs work in a transaction, and repeats it if the engine requires that (busy, deadlock, certification failure of a cluster). The work
   * may run more than once, so it must have no effect outside the transaction. Inside, write only with the given queries: on SQLite, all
   * other writes wait for this transaction, until its time limit of five seconds ends it.
   */
  transaction<Result>(work: (queries: Transaction<Schema>) => Promise<Result>): Promise<Result>
  /** Rejects if the database doesn't answer within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The connections of a database: one that reads, and one for single statements that write. */
export type Connections = Pick<Database, 'queries' | 'writer'>

/** The dependencies that most services have. */
export interface DatabaseAndClock {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}

/** The error for a database that is unreachable or does not answer in time: the client gets 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The error for tables that migrations must create or change first. */
export class MigrationsPending extends Error {
  override readonly name = 'MigrationsPending'
  readonly migrations: readonly string[]

  constructor(migrations: readonly string[]) {
    super(
      `The tables are missing or belong to an older netbox: start the service or run '${adminCommand('migrate')}' first`,
    )
    this.migrations = migrations
  }
}

export interface DatabaseOptions {
  /** Whether to create and migrate the tables. Default: true. Otherwise, tables that need that are a `MigrationsPending` error. */
  readonly migrates?: boolean
  /** The clock for the rows that migrations write. */
  readonly clock?: Pick<Clock, 'now'>
  /** The last migration to run; default: the latest. */
  readonly migrateTo?: string
  /** Logs migrations, repeated transactions and lost connections; a pino logger is suitable. */
  readonly log?: DatabaseLog
  /** A factor for the timeouts of connections and statements; tests on a busy machine use a larger one. */
  readonly timeoutFactor?: number
}

/** The part of a logger that a database uses. */
interface DatabaseLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
