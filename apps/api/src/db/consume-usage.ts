import type { Queries } from './database.ts'
import { engineOf } from './engine-of.ts'
import { insertIgnore } from './insert-ignore.ts'

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

export interface Consumed {
  readonly granted: boolean
  /** The counter after it. */
  readonly used: number
}

const add = async (queries: Queries, { userId, tool, day, limit, cost }: UsageRequest): Promise<boolean> => {
  const counter = queries
    .updateTable('usage_counters')
    .set((row) => ({ used: row('used', '+', cost) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool)
  const guarded = limit < 0 ? counter : counter.where('used', '<=', limit - cost)
  const { numUpdatedRows } = await guarded.executeTakeFirst()
  return numUpdatedRows > 0n
}

const read = async (queries: Queries, { userId, tool, day }: UsageRequest): Promise<number | undefined> => {
  const row = await queries
    .selectFrom('usage_counters')
    .select('used')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool)
    .executeTakeFirst()
  return row?.used
}

/**
 * Counts a run against a daily limit, unless it would go beyond it. However many ask at once, one guarded statement decides, so exactly
 * as many are granted as the limit allows. Call it inside a transaction, so that `used` is the caller's own.
 * Throws a RangeError for a cost or a limit that is none.
 */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, tool, day, limit, cost } = request
  if (!Number.isSafeInteger(cost) || cost < 1) throw new RangeError('A cost must be 1 or more')
  if (!Number.isSafeInteger(limit) || limit < -1) throw new RangeError('A limit must be -1, 0 or more')
  if (limit === 0) return { granted: false, used: 0 }
  // The counter is missing but once a day, and the update takes its lock at once: inserting first would let two take a shared lock
  // each and then wait for one another.
  const granted = await add(queries, request)
  const used = await read(queries, request)
  if (granted || used !== undefined) return { granted, used: used ?? 0 }
  await insertIgnore(queries, engineOf(queries), 'usage_counters', { user_id: userId, tool, day, used: 0 })
  return { granted: await add(queries, request), used: (await read(queries, request)) ?? 0 }
}
