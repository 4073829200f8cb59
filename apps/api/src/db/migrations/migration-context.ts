import type { Database } from '../database.ts'

/** What a migration may know. */
export interface MigrationContext {
  readonly engine: Database['engine']
  /** Epoch milliseconds, for rows that a migration writes. */
  readonly now: number
}
