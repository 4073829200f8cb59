import type { Clock } from '@netbox/core'

/** The dependencies of a database. */
export interface DatabaseOptions {
  /** Dates the rows that migrations write. */
  readonly clock?: Pick<Clock, 'now'>
  /** Hears of repeated transactions and lost connections; a pino logger fits. */
  readonly log?: DatabaseLog
  /** How many times as long as a service to wait for a server's connections and answers; tests on a busy machine are patient. */
  readonly patience?: number
}

/** The part of a logger that a database uses. */
export interface DatabaseLog {
  warn(fields: object, message: string): void
}
