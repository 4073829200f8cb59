import type { Clock } from '@netbox/core'

/** The options of a database. */
export interface DatabaseOptions {
  /** The clock for the rows that migrations write. */
  readonly clock?: Pick<Clock, 'now'>
  /** Logs repeated transactions and lost connections; a pino logger is suitable. */
  readonly log?: DatabaseLog
  /** A factor for the timeouts of connections and statements; tests on a busy machine use a larger one. */
  readonly patience?: number
}

/** The part of a logger that a database uses. */
export interface DatabaseLog {
  warn(fields: object, message: string): void
}
