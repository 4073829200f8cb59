import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './dialects.ts'

export interface UsageRequest {
  readonly userId: string
  /** The tool's id, not an alias: aliases share one counter. */
  readonly tool: string
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** The number of runs per day: 0 allows none, -1 means no limit. */
  readonly limit: number
}

/** The result: whether the usage was granted, and the counter after it. */
export interface Consumed {
  readonly granted: boolean
  readonly used: number
}

/** Adds one use and returns the counter; undefined at the limit. The counter's row stays locked until the transaction ends. */
const addUse = async (queries: Queries, { userId, day, tool, limit }: UsageRequest) => {
  const isLeft = sql`(${limit} < 0 or used < ${limit})`
  const insert = sql`insert into usage_counters (user_id, day, tool, used)`
  if (engineOf(queries) === 'sqlite') {
    const { rows } = await sql<{ used: number }>`${insert} values (${userId}, ${day}, ${tool}, 1)
      on conflict (user_id, day, tool) do update set used = used + 1 where ${isLeft} returning used`.execute(queries)
    return rows[0]?.used
  }
  // The server returns the last value of last_insert_id(…): the counter, or 0 at the limit.
  const { insertId } = await sql`${insert} values (${userId}, ${day}, ${tool}, last_insert_id(1))
    on duplicate key update used = if(${isLeft}, last_insert_id(used + 1), used + last_insert_id(0))`.execute(queries)
  return insertId === undefined ? undefined : Number(insertId)
}

/**
 * Counts one use against a daily limit. **Call it inside a transaction**: of any number of concurrent requests, in any number of processes,
 * exactly as many are granted as the limit allows. A limit of 0 grants none and writes nothing.
 */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, day, tool, limit } = request
  if (limit === 0) return { granted: false, used: 0 }
  const used = await addUse(queries, request)
  if (used !== undefined) return { granted: true, used }
  const { rows } = await sql<{
    used: number
  }>`select used from usage_counters where user_id = ${userId} and day = ${day} and tool = ${tool}`.execute(queries)
  return { granted: false, used: rows[0]?.used ?? 0 }
}
