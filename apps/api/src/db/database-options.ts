import type { Clock } from '@netbox/core'

/** What a database needs from the program around it. */
export interface DatabaseOptions {
  /** Dates the rows that migrations write. */
  readonly clock?: Pick<Clock, 'now'>
  /** Hears of repeated transactions and lost connections; a pino logger fits. */
  readonly log?: DatabaseLog
}

/** The part of a logger that a database uses. */
export interface DatabaseLog {
  warn(fields: object, message: string): void
}
