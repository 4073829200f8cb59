import type { ToolRun } from '@netbox/core'
import { type Consumed, consumeUsage } from '../../db/consume-usage.ts'
import type { Queries } from '../../db/database.ts'
import { keptInput } from '../../db/shared.ts'
import type { RunTable } from '../../db/schema.ts'

/** A run to count and record. */
export interface CountedRun {
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** Runs of the tool a day. */
  readonly limit: number
  readonly row: RunTable
}

/** Returns the record of a run: nothing that holds its result, which may be large. */
export const runRow = (run: ToolRun, { id, userId, now }: { id: string; userId: string; now: number }): RunTable => {
  const { tool, input, seed, scenario, at, verdict } = run
  const { severity, sentence } = verdict
  const world = run.world === undefined ? null : JSON.stringify(run.world)
  const asked = { tool, input: keptInput(input), seed, scenario, world, at }
  return { id, user_id: userId, ...asked, severity, sentence, created_at: now }
}

/** Counts a run and records it if its limit allows it. Call it inside a transaction: a run is counted and recorded, or neither. */
export const countRun = async (queries: Queries, { day, limit, row }: CountedRun): Promise<Consumed> => {
  const consumed = await consumeUsage(queries, { userId: row.user_id, tool: row.tool, day, limit, cost: 1 })
  if (consumed.granted) await queries.insertInto('runs').values(row).execute()
  return consumed
}

/** Returns how many runs of which tools a user had on a UTC day. */
export const usageOn = async (queries: Queries, userId: string, day: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await queries
    .selectFrom('usage_counters')
    .select(['tool', 'used'])
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ tool, used }) => [tool, used]))
}
