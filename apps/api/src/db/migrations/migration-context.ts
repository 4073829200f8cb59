import type { Database } from '../database.ts'

/** What a migration may know. */
export interface MigrationContext {
  readonly engine: Database['engine']
  /** Epoch milliseconds, for rows that a migration writes. */
  readonly now: number
  /** How MySQL compares text: by code points and to the last space, as SQLite does. */
  readonly collation: string
}
