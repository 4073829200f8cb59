import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './dialects.ts'

/** The requested use, and its limit. */
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

/**
 * Counts one use against a daily limit. **Call it inside a transaction**: however many ask at once, in however many processes, exactly as
 * many are granted as the limit allows. A limit of 0 grants none and writes nothing. Throws a RangeError for an invalid cost or limit.
 */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  check(request)
  const { userId, day, tool, limit, cost } = request
  if (limit === 0) return { granted: false, used: 0 }
  const counter = sql`user_id = ${userId} and day = ${day} and tool = ${tool}`
  // The first use of the day makes the counter. In either case its row is locked, so that the next transaction waits until this
  // transaction ends.
  const locked =
    engineOf(queries) === 'mysql'
      ? sql`on duplicate key update used = used`
      : sql`on conflict (user_id, day, tool) do update set used = used`
  await sql`insert into usage_counters (user_id, day, tool, used) values (${userId}, ${day}, ${tool}, 0) ${locked}`.execute(
    queries,
  )
  const { numAffectedRows = 0n } =
    await sql`update usage_counters set used = used + ${cost} where ${counter} and (${limit} < 0 or used + ${cost} <= ${limit})`.execute(
      queries,
    )
  const { rows } = await sql<{ used: number }>`select used from usage_counters where ${counter}`.execute(queries)
  return { granted: numAffectedRows > 0n, used: rows[0]?.used ?? 0 }
}
