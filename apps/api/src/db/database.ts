import type { Clock } from '@netbox/core'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A connection or a transaction: what repositories write their queries against. */
export type Queries = Kysely<Schema> | Transaction<Schema>

/** The database as the rest of the API sees it, whichever engine is behind it. */
export interface Database {
  readonly engine: 'sqlite' | 'mysql'
  readonly queries: Kysely<Schema>
  /**
   * Runs work in a transaction, again when the engine asks for it (busy, deadlock, certification failure of a cluster). The work may
   * so run more than once and must have no effect outside of the transaction. Inside, write through the queries that it is given and no
   * others: on SQLite those would wait for this very transaction, until its time limit of five seconds ends it.
   */
  transaction<Result>(work: (queries: Transaction<Schema>) => Promise<Result>): Promise<Result>
  /** Rejects when the database can't answer within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The dependencies that most services have. */
export interface DatabaseAndClock {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}

/** Thrown when the database can't be reached or does not answer in time: the client gets 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
