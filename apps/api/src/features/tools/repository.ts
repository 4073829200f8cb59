import type { ToolRun } from '@netbox/core'
import { CompiledQuery } from 'kysely'
import { type Consumed, consumeUsage } from '../../db/consume-usage.ts'
import type { Queries } from '../../db/database.ts'
import type { RunTable } from '../../db/schema.ts'

/** A run that is to be counted and written down. */
export interface CountedRun {
  readonly id: string
  readonly userId: string
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** Runs of the tool a day. */
  readonly limit: number
  readonly now: number
  readonly run: ToolRun
}

// An input may be the headers of a whole mail. What is shown later is its beginning.
const KEPT_INPUT = 2000

const clipped = (input: string): string => input.slice(0, KEPT_INPUT).replace(/\p{Surrogate}$/u, '')

const columns = [
  'id',
  'user_id',
  'tool',
  'input',
  'seed',
  'scenario',
  'at',
  'severity',
  'sentence',
  'created_at',
] as const satisfies readonly (keyof RunTable)[]

// Written once for both engines: building and compiling it for each run takes longer than running it.
const INSERT = `insert into runs (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`

const insertRun = async (queries: Queries, row: RunTable): Promise<void> => {
  const values = columns.map((column) => row[column])
  await queries.executeQuery(CompiledQuery.raw(INSERT, values))
}

/** Counts a run and writes it down, both or neither. Call it inside a transaction: once that is over, the run is on disk. */
export const countRun = async (queries: Queries, counted: CountedRun): Promise<Consumed> => {
  const { id, userId, day, limit, now, run } = counted
  const consumed = await consumeUsage(queries, { userId, tool: run.tool, day, limit, cost: 1 })
  if (!consumed.granted) return consumed
  const { tool, seed, scenario, at, verdict } = run
  const { severity, sentence } = verdict
  const input = clipped(run.input)
  await insertRun(queries, {
    id,
    user_id: userId,
    tool,
    input,
    seed,
    scenario,
    at,
    severity,
    sentence,
    created_at: now,
  })
  return consumed
}

/** Gives how many runs of which tools a user had on a UTC day. */
export const usageOn = async (queries: Queries, userId: string, day: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await queries
    .selectFrom('usage_counters')
    .select(['tool', 'used'])
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ tool, used }) => [tool, used]))
}
