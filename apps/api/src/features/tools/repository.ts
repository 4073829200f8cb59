import type { ToolRun } from '@netbox/core'
import { type Consumed, consumeUsage } from '../../db/consume-usage.ts'
import type { Queries } from '../../db/database.ts'

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

/** Counts a run and writes it down, both or neither. Call it inside a transaction: once that is over, the run is on disk. */
export const countRun = async (queries: Queries, counted: CountedRun): Promise<Consumed> => {
  const { id, userId, day, limit, now, run } = counted
  const consumed = await consumeUsage(queries, { userId, tool: run.tool, day, limit, cost: 1 })
  if (!consumed.granted) return consumed
  const { tool, seed, scenario, at, verdict } = run
  const { severity, sentence } = verdict
  await queries
    .insertInto('runs')
    .values({
      id,
      user_id: userId,
      tool,
      input: clipped(run.input),
      seed,
      scenario,
      at,
      severity,
      sentence,
      created_at: now,
    })
    .execute()
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
