import { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { engineOf } from './engine-of.ts'
import { padded, repeated } from './row-lists.ts'

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

interface Counter {
  readonly userId: string
  readonly tool: string
  readonly day: string
  /** What is asked of it: what all its requests cost together. */
  asked: number
}

interface CounterRow {
  readonly user_id: string
  readonly day: string
  readonly tool: string
  readonly used: number
}

const keyOf = ({ userId, day, tool }: Pick<Counter, 'userId' | 'day' | 'tool'>): string => `${userId}|${day}|${tool}`

const byKey = (one: Counter, other: Counter): number => (keyOf(one) < keyOf(other) ? -1 : 1)

/** Gives the counters of requests, always in the same order: two that lock the same rows never wait for each other in a circle. */
const countersOf = (requests: readonly UsageRequest[]): Counter[] => {
  const counters = new Map<string, Counter>()
  for (const request of requests) {
    const { userId, day, tool, cost } = request
    const counter = counters.get(keyOf(request))
    if (counter === undefined) counters.set(keyOf(request), { userId, day, tool, asked: cost })
    else counter.asked += cost
  }
  return [...counters.values()].toSorted(byKey)
}

const insert = (count: number): string =>
  `insert into usage_counters (user_id, day, tool, used) values ${repeated('(?, ?, ?, ?)', count)}`

const onSqlite = (count: number): string =>
  `${insert(count)} on conflict (user_id, day, tool) do update set used = used + excluded.used returning user_id, day, tool, used`

const onMysql = (count: number): string => `${insert(count)} on duplicate key update used = used + values(used)`

const read = (count: number): string =>
  `select user_id, day, tool, used from usage_counters where ${repeated('(user_id = ? and day = ? and tool = ?)', count, ' or ')}`

/** Adds what is asked to each counter, which locks it, and gives what stands in them then. */
const addAll = async (queries: Queries, counters: readonly Counter[]): Promise<readonly CounterRow[]> => {
  const isSqlite = engineOf(queries) === 'sqlite'
  // What fills the list up adds nothing to a counter that is in it already.
  const rows = padded(counters, (last) => ({ ...last, asked: 0 }))
  const added = rows.flatMap(({ userId, day, tool, asked }) => [userId, day, tool, asked])
  const write = CompiledQuery.raw((isSqlite ? onSqlite : onMysql)(rows.length), added)
  const written = await queries.executeQuery<CounterRow>(write)
  if (isSqlite) return written.rows
  const keys = rows.flatMap(({ userId, day, tool }) => [userId, day, tool])
  return (await queries.executeQuery<CounterRow>(CompiledQuery.raw(read(rows.length), keys))).rows
}

const setTo = async (queries: Queries, { userId, day, tool }: Counter, used: number): Promise<void> => {
  await queries
    .updateTable('usage_counters')
    .set({ used })
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('tool', '=', tool)
    .execute()
}

const check = ({ limit, cost }: UsageRequest): void => {
  if (!Number.isSafeInteger(cost) || cost < 1) throw new RangeError('A cost must be 1 or more')
  if (!Number.isSafeInteger(limit) || limit < -1) throw new RangeError('A limit must be -1, 0 or more')
}

/**
 * Counts what is asked against daily limits, in the order of the requests, and refuses what would go beyond. **Call it inside a
 * transaction**: adding takes the lock of each counter until the end, so however many ask at once, in however many processes, exactly as
 * many are granted as the limits allow. A limit of 0 grants none and writes nothing. Throws a RangeError for a cost or a limit that is
 * none.
 */
export const consumeUsages = async (queries: Queries, requests: readonly UsageRequest[]): Promise<Consumed[]> => {
  for (const request of requests) check(request)
  const counters = countersOf(requests.filter(({ limit }) => limit !== 0))
  const rows = counters.length === 0 ? [] : await addAll(queries, counters)
  const after = new Map(rows.map((row) => [keyOf({ userId: row.user_id, day: row.day, tool: row.tool }), row.used]))
  const used = new Map(counters.map((counter) => [keyOf(counter), (after.get(keyOf(counter)) ?? 0) - counter.asked]))
  const results = requests.map((request): Consumed => {
    const before = used.get(keyOf(request)) ?? 0
    const fits = request.limit !== 0 && (request.limit < 0 || before + request.cost <= request.limit)
    if (fits) used.set(keyOf(request), before + request.cost)
    return { granted: fits, used: fits ? before + request.cost : before }
  })
  // What was refused is taken back, before anybody else may see it.
  for (const counter of counters) {
    const left = used.get(keyOf(counter)) ?? 0
    if (left !== after.get(keyOf(counter))) await setTo(queries, counter, left)
  }
  return results
}

/** Counts one thing against a daily limit, as `consumeUsages` does. */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const [consumed] = await consumeUsages(queries, [request])
  return consumed ?? { granted: false, used: 0 }
}
