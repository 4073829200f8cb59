import { sql } from 'kysely'
import type { Database, Reader } from '../database/database.ts'
import { upsert, lockRow } from '../database/dialects.ts'
import type { Count, RateStore, Slot, Taken } from './rate-limits.ts'

const readCount = async (queries: Reader, key: string, now: number): Promise<Count | undefined> => {
  const row = await queries
    .selectFrom('rate_limits')
    .select(['points', 'expires_at'])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { points: row.points, expiresAt: row.expires_at }
}

const slotsOf = (key: string, most: number): string[] => Array.from({ length: most }, (_, index) => `${key}:${index}`)

/** Finds a free slot, or the time when one becomes free. */
const findSlot = async (queries: Reader, keys: readonly string[], until: number, now: number): Promise<Taken> => {
  const rows = await queries
    .selectFrom('login_attempts')
    .select(['key', 'expires_at'])
    .where('key', 'in', keys)
    .where('expires_at', '>', now)
    .execute()
  const taken = new Set(rows.map((row) => row.key))
  const free = keys.find((key) => !taken.has(key))
  if (free === undefined) return { freeAt: Math.min(...rows.map((row) => row.expires_at)) }
  return { slot: { key: free, expiresAt: until } }
}

/**
 * Creates a store in the database: for all processes, and across restarts. A fixed window is one row, which stays locked until its new value
 * is read. A sliding window of ten actions is ten rows, and each action occupies one row for the length of the window. So no window,
 * wherever it starts, has more than ten actions, and a steady rate below the limit is never refused.
 */
export const databaseRateStore = ({
  engine,
  queries,
  writer,
  transaction,
}: Pick<Database, 'engine' | 'queries' | 'writer' | 'transaction'>): RateStore => ({
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
  take: async (key, { most, window }, now) => {
    const keys = slotsOf(key, most)
    const until = now + window
    // Refused actions only read, so a flood of them does not hold up other writes.
    const before = await findSlot(queries, keys, until, now)
    if ('freeAt' in before) return before
    return transaction(async (inside) => {
      await lockRow(inside, `rate-limit:${key}`, until)
      const found = await findSlot(inside, keys, until, now)
      if ('slot' in found) {
        const row = { key: found.slot.key, expires_at: until }
        await upsert(inside, engine, 'login_attempts', ['key'], row, { expires_at: until })
      }
      return found
    })
  },
  release: async ({ key, expiresAt }: Slot) => {
    await writer.deleteFrom('login_attempts').where('key', '=', key).where('expires_at', '=', expiresAt).execute()
  },
  clear: async (key, most) => {
    await writer.deleteFrom('login_attempts').where('key', 'in', slotsOf(key, most)).execute()
  },
})
