import { sql } from 'kysely'
import type { Database, Queries } from './database/database.ts'
import { upsert } from './database/dialects.ts'
import type { Count, CountStore } from './rate-limits.ts'

const readCount = async (queries: Queries, key: string, now: number): Promise<Count | undefined> => {
  const row = await queries
    .selectFrom('rate_limits')
    .select(['points', 'expires_at'])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { points: row.points, expiresAt: row.expires_at ?? 0 }
}

/**
 * Creates a store that counts in the database: for all processes, and across restarts. The row stays locked until its new value is read.
 */
export const databaseCountStore = ({
  engine,
  queries,
  transaction,
}: Pick<Database, 'engine' | 'queries' | 'transaction'>): CountStore => ({
  read: (key, now) => readCount(queries, key, now),
  add: (key, points, now, milliseconds) =>
    transaction(async (inside) => {
      const fresh = { points, expiresAt: now + milliseconds }
      const row = { key, points, expires_at: fresh.expiresAt }
      // The order matters: MySQL assigns from left to right, and the first assignment reads the old end of the window.
      await upsert(inside, engine, 'rate_limits', ['key'], row, {
        points: sql<number>`case when rate_limits.expires_at > ${now} then rate_limits.points + ${points} else ${points} end`,
        expires_at: sql<number>`case when rate_limits.expires_at > ${now} then rate_limits.expires_at else ${fresh.expiresAt} end`,
      })
      return (await readCount(inside, key, now)) ?? fresh
    }),
})
