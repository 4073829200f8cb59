import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './engine-of.ts'

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

/** Added to the counter in the answer of MySQL, it says that nothing was granted. Numbers up to the sum are exact. */
const REFUSED = 2 ** 52

const read = async (queries: Queries, { userId, tool, day }: UsageRequest): Promise<number> => {
  const row = await queries
    .selectFrom('usage_counters')
    .select('used')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool)
    .executeTakeFirst()
  return row?.used ?? 0
}

const consumeOnSqlite = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, tool, day, limit, cost } = request
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto('usage_counters')
    .values({ user_id: userId, tool, day, used: cost })
    .onConflict((conflict) => {
      const counted = conflict
        .columns(['user_id', 'day', 'tool'])
        .doUpdateSet((row) => ({ used: row('usage_counters.used', '+', cost) }))
      return limit < 0 ? counted : counted.where('usage_counters.used', '<=', limit - cost)
    })
    .executeTakeFirst()
  return { granted: numInsertedOrUpdatedRows > 0n, used: await read(queries, request) }
}

/*
 * On a row that is there the statement takes its exclusive lock at once. "insert ignore" would take a shared one, and two who hold it
 * and go on to update would wait for each other. The counter comes back as the insert id, in the same answer.
 */
const consumeOnMysql = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, tool, day, limit, cost } = request
  const fits = limit < 0 ? sql`true` : sql`used <= ${limit - cost}`
  const { insertId = 0n } = await sql`
    insert into usage_counters (user_id, tool, day, used) values (${userId}, ${tool}, ${day}, last_insert_id(${cost}))
    on duplicate key update used =
      if(${fits}, last_insert_id(used + ${cost}), last_insert_id(used + ${REFUSED}) - ${REFUSED})`.execute(queries)
  const answer = Number(insertId)
  return answer < REFUSED ? { granted: true, used: answer } : { granted: false, used: answer - REFUSED }
}

/**
 * Counts a run against a daily limit, unless it would go beyond it. However many ask at once, one guarded statement decides, so exactly
 * as many are granted as the limit allows. Call it inside a transaction, so that `used` is the caller's own.
 * Throws a RangeError for a cost or a limit that is none.
 */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { limit, cost } = request
  if (!Number.isSafeInteger(cost) || cost < 1) throw new RangeError('A cost must be 1 or more')
  if (!Number.isSafeInteger(limit) || limit < -1) throw new RangeError('A limit must be -1, 0 or more')
  if (limit === 0) return { granted: false, used: 0 }
  if (limit > 0 && cost > limit) return { granted: false, used: await read(queries, request) }
  return engineOf(queries) === 'sqlite' ? consumeOnSqlite(queries, request) : consumeOnMysql(queries, request)
}
