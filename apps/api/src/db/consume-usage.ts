import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './engine-of.ts'
import { upsert } from './upsert.ts'

/** What someone wants to use, and how much they may. */
export interface UsageRequest {
  readonly userId: string
  /** The tool's id, not an alias: aliases share one counter. */
  readonly tool: string
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** Runs a day; 0 grants none, -1 has no end. */
  readonly limit: number
  /** How many runs this one counts as, 1 or more. */
  readonly cost: number
}

/** Whether a use was granted, and the counter after it. */
export interface Consumed {
  readonly granted: boolean
  readonly used: number
}

const check = ({ limit, cost }: UsageRequest): void => {
  if (!Number.isSafeInteger(cost) || cost < 1) throw new RangeError('A cost must be 1 or more')
  if (!Number.isSafeInteger(limit) || limit < -1) throw new RangeError('A limit must be -1, 0 or more')
}

/** Adds the cost to the counter where the limit allows it. */
const add = async (queries: Queries, { userId, day, tool, limit, cost }: UsageRequest): Promise<boolean> => {
  const update = queries
    .updateTable('usage_counters')
    .set((row) => ({ used: row('used', '+', cost) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool)
  const guarded = limit < 0 ? update : update.where('used', '<=', limit - cost)
  const { numUpdatedRows } = await guarded.executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Counts one use against a daily limit. **Call it inside a transaction**: however many ask at once, in however many processes, exactly as
 * many are granted as the limit allows. A limit of 0 grants none and writes nothing. Throws a RangeError for an invalid cost or limit.
 */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  check(request)
  const { userId: user_id, day, tool, limit } = request
  if (limit === 0) return { granted: false, used: 0 }
  // The first use of the day makes the counter. The upsert locks it, so that whoever comes next waits until this transaction ends.
  const row = { user_id, day, tool, used: 0 }
  const key = ['user_id', 'day', 'tool'] as const
  await upsert(queries, engineOf(queries), 'usage_counters', key, row, { used: sql<number>`usage_counters.used` })
  const granted = await add(queries, request)
  const counter = await queries
    .selectFrom('usage_counters')
    .select('used')
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .where('tool', '=', tool)
    .executeTakeFirstOrThrow()
  return { granted, used: counter.used }
}
