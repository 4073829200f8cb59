import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './dialects.ts'

/**
 * Makes transactions that lock the same name wait for each other until they end: later ones see the writes of earlier ones.
 * They all write one row, which even a cluster that looks for conflicts only at commit notices. Call it first in a transaction.
 * The row may be swept once `until` (epoch ms) is over.
 */
export const lockRow = async (queries: Queries, name: string, until: number): Promise<void> => {
  // SQLite has one transaction at a time.
  if (engineOf(queries) === 'sqlite') return
  const insert = queries.insertInto('row_locks').values({ key: name, expires_at: until })
  // Always another value: a cluster doesn't notice the write of an equal one.
  const expires_at = sql<number>`case when row_locks.expires_at = ${until} then ${until - 1} else ${until} end`
  // One statement that takes the exclusive lock at once, whether the row is there or not.
  await insert.onDuplicateKeyUpdate({ expires_at }).execute()
}
