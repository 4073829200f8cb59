import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './dialects.ts'

/**
 * Serializes transactions that lock the same name: later ones see the writes of earlier ones. All of them write the same row, so even a
 * cluster that checks only at commit detects the conflict. Call it first in a transaction. Maintenance may delete the row after `until`
 * (epoch ms).
 */
export const lockRow = async (queries: Queries, name: string, until: number): Promise<void> => {
  // SQLite has one transaction at a time.
  if (engineOf(queries) === 'sqlite') return
  const insert = queries.insertInto('row_locks').values({ key: name, expires_at: until })
  // Writes a different value each time, because a cluster doesn't detect a write of the same value.
  const expires_at = sql<number>`case when row_locks.expires_at = ${until} then ${until - 1} else ${until} end`
  // One statement takes the exclusive lock at once, even if the row does not exist.
  await insert.onDuplicateKeyUpdate({ expires_at }).execute()
}
