import type { Transaction } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { insertIgnore } from '../db/insert-ignore.ts'
import type { Schema } from '../db/schema.ts'
import type { RateStore } from './rate-limiter.ts'

const addPoint = async (queries: Queries, key: string): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('rate_limits')
    .set((row) => ({ points: row('points', '+', 1) }))
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const readPoints = async (queries: Queries, key: string): Promise<number> => {
  const row = await queries.selectFrom('rate_limits').select('points').where('key', '=', key).executeTakeFirst()
  return row?.points ?? 0
}

/** Counts in the database: for all processes, and through a restart. The counter's lock is held until its new value is read. */
export const databaseRateStore = ({
  engine,
  queries: outside,
  transaction,
}: Pick<Database, 'engine' | 'queries' | 'transaction'>): RateStore => ({
  read: (key) => readPoints(outside, key),
  add: (key, expiresAt) =>
    transaction(async (queries: Transaction<Schema>) => {
      if (await addPoint(queries, key)) return readPoints(queries, key)
      await insertIgnore(queries, engine, 'rate_limits', { key, points: 0, expires_at: expiresAt })
      await addPoint(queries, key)
      return readPoints(queries, key)
    }),
})
