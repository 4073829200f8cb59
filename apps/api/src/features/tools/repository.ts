import type { ToolRun } from '@netbox/core'
import { type Consumed, consumeUsages } from '../../db/consume-usage.ts'
import type { Queries } from '../../db/database.ts'
import { keptInput } from '../../db/kept-input.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { RunTable } from '../../db/schema.ts'

/** A run that is to be counted and written down. */
export interface CountedRun {
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** Runs of the tool a day. */
  readonly limit: number
  readonly row: RunTable
}

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

/** Gives what is written down of a run: nothing that holds its result, which may be large. */
export const runRow = (run: ToolRun, { id, userId, now }: { id: string; userId: string; now: number }): RunTable => {
  const { tool, input, seed, scenario, at, verdict } = run
  const { severity, sentence } = verdict
  return { id, user_id: userId, tool, input: keptInput(input), seed, scenario, at, severity, sentence, created_at: now }
}

/**
 * Counts runs and writes down those that their limits allow. Call it inside a transaction: once that is over, they are on disk, counted
 * and written down or neither.
 */
export const countRuns = async (queries: Queries, runs: readonly CountedRun[]): Promise<Consumed[]> => {
  const requests = runs.map(({ day, limit, row }) => ({ userId: row.user_id, tool: row.tool, day, limit, cost: 1 }))
  const consumed = await consumeUsages(queries, requests)
  const granted = runs.filter((_, index) => consumed[index]?.granted === true)
  const rows = granted.map(({ row }) => row)
  if (rows.length > 0) await insertRows(queries, 'runs', columns, rows)
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
