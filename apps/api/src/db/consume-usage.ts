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
  /** Its name, made once: it is looked up for every request. */
  readonly key: string
  readonly userId: string
  readonly tool: string
  readonly day: string
  /** What is asked of it: what all its requests cost together. */
  asked: number
  /** What stands in it once all that is asked is added. */
  filled: number
  /** What is granted so far, with what stood in it before. */
  used: number
}

interface CounterRow {
  readonly user_id: string
  readonly day: string
  readonly tool: string
  readonly used: number
}

const keyOf = ({ userId, day, tool }: Pick<Counter, 'userId' | 'day' | 'tool'>): string => `${userId}|${day}|${tool}`

const inOrder = (one: Counter, other: Counter): number => (one.key < other.key ? -1 : 1)

/** Gives the counters of requests by their keys, and for each request its own: none where the limit is 0. */
const countersOf = (requests: readonly UsageRequest[]) => {
  const byKey = new Map<string, Counter>()
  const own = requests.map((request): Counter | undefined => {
    const { userId, day, tool, cost, limit } = request
    if (limit === 0) return undefined
    const key = keyOf(request)
    const counter = byKey.get(key) ?? { key, userId, tool, day, asked: 0, filled: 0, used: 0 }
    if (counter.asked === 0) byKey.set(key, counter)
    counter.asked += cost
    return counter
  })
  return { byKey, own }
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
  const { byKey, own } = countersOf(requests)
  // Always in the same order: two that lock the same rows never wait for each other in a circle.
  const counters = [...byKey.values()].toSorted(inOrder)
  const rows = counters.length === 0 ? [] : await addAll(queries, counters)
  for (const row of rows) {
    const counter = byKey.get(keyOf({ userId: row.user_id, day: row.day, tool: row.tool }))
    if (counter !== undefined) counter.filled = row.used
  }
  for (const counter of counters) counter.used = counter.filled - counter.asked
  const results = requests.map((request, index): Consumed => {
    const counter = own[index]
    if (counter === undefined) return { granted: false, used: byKey.get(keyOf(request))?.used ?? 0 }
    const granted = request.limit < 0 || counter.used + request.cost <= request.limit
    if (granted) counter.used += request.cost
    return { granted, used: counter.used }
  })
  // What was refused is taken back, before anybody else may see it.
  for (const counter of counters) if (counter.used !== counter.filled) await setTo(queries, counter, counter.used)
  return results
}

/** Counts one thing against a daily limit, as `consumeUsages` does. */
export const consumeUsage = async (queries: Queries, request: UsageRequest): Promise<Consumed> => {
  const [consumed] = await consumeUsages(queries, [request])
  return consumed ?? { granted: false, used: 0 }
}
