import { CompiledQuery } from 'kysely'
import { compileOnce } from './compile-once.ts'
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

const counter = compileOnce((queries, userId: string, tool: string, day: string) =>
  queries
    .selectFrom('usage_counters')
    .select('used')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool),
)

const read = async (queries: Queries, { userId, tool, day }: UsageRequest): Promise<number> => {
  const { rows } = await queries.executeQuery(counter(queries, userId, tool, day))
  return rows[0]?.used ?? 0
}

/** Gives the counter if the run was counted, and no row if it does not fit. */
const count = compileOnce((queries, userId: string, tool: string, day: string, cost: number, most: number) =>
  queries
    .insertInto('usage_counters')
    .values({ user_id: userId, tool, day, used: cost })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day', 'tool'])
        .doUpdateSet((row) => ({ used: row('usage_counters.used', '+', cost) }))
        .where('usage_counters.used', '<=', most),
    )
    .returning('used'),
)

const consumeOnSqlite = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, tool, day, limit, cost } = request
  const most = limit < 0 ? Number.MAX_SAFE_INTEGER - cost : limit - cost
  const { rows } = await queries.executeQuery(count(queries, userId, tool, day, cost, most))
  return rows[0] === undefined
    ? { granted: false, used: await read(queries, request) }
    : { granted: true, used: rows[0].used }
}

/*
 * On a row that is there the statement takes its exclusive lock at once. "insert ignore" would take a shared one, and two who hold it
 * and go on to update would wait for each other. The counter comes back as the insert id, in the same answer.
 */
const COUNT_ON_MYSQL = `
  insert into usage_counters (user_id, tool, day, used) values (?, ?, ?, last_insert_id(?))
  on duplicate key update used = if(used <= ?, last_insert_id(used + ?), last_insert_id(used + ${REFUSED}) - ${REFUSED})`

const consumeOnMysql = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const { userId, tool, day, limit, cost } = request
  const most = limit < 0 ? REFUSED - cost : limit - cost
  const values = [userId, tool, day, cost, most, cost]
  const { insertId = 0n } = await queries.executeQuery(CompiledQuery.raw(COUNT_ON_MYSQL, values))
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
