import {
  type Clock,
  createToolbox,
  findTool,
  type PlanId,
  type RunOptions,
  type SyncUsageStore,
  ToolError,
  type ToolId,
  type ToolRun,
  tools,
  type Usage,
  usageOf,
  type UsageStore,
} from '@netbox/core'
import type { Database } from '../database/database.ts'
import { utcDay } from '../clock.ts'
import type { HistoryLimits } from './history-limits.ts'
import { countRun, recordOf, usageOn } from './repository.ts'

/** The user of tools: runs are counted by user. */
export interface Runner {
  readonly id: string
  readonly plan: PlanId
}

/** A request to run a tool. */
export interface RunOrder extends Pick<RunOptions, 'seed' | 'scenario' | 'world' | 'at' | 'signal'> {
  readonly onEvent?: RunOptions['onEvent'] | undefined
  /** Any name of the tool. */
  readonly tool: string
  readonly input: string
  /** 'spec' delays the response as long as the specification says; default 'none'. */
  readonly latency?: 'none' | 'spec'
}

/** The service that runs tools for users and counts their runs in the database. */
export interface ToolRuns {
  /** Runs a tool. A returned run is on disk; a refused, failed or cancelled one is not counted. */
  run(runner: Runner, order: RunOrder): Promise<ToolRun>
  /** Returns today's usage of every tool. */
  usage(runner: Runner): Promise<{ readonly day: string; readonly usage: ReadonlyMap<string, Usage> }>
}

/** The dependencies of the service. */
export interface ToolRunsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly newId: () => string
  readonly limits: HistoryLimits
}

const uncounted: SyncUsageStore = { read: () => 0, consume: () => ({ granted: true, used: 0 }) }

/** Unwraps a store's error from core's, because an unavailable database is not a failure of the tool. */
const unwrapped = (error: unknown): never => {
  throw error instanceof ToolError && error.code === 'failed' && error.cause !== undefined ? error.cause : error
}

/** Creates the service of tool runs. */
export const createToolRuns = ({ database, clock, newId, limits }: ToolRunsOptions): ToolRuns => {
  /** Finds the tool, checks access and runs it; core refuses an unknown tool. */
  const runWith = (usage: UsageStore, plan: PlanId, { tool, input, latency = 'none', ...options }: RunOrder) =>
    createToolbox({ plan, clock, latency, usage, surface: 'api' }).run(tool as ToolId, input, options as RunOptions)

  /** Counts a run and records it, in one transaction. */
  const count = async (runner: Runner, run: ToolRun) => {
    const now = clock.now()
    const record = recordOf(run, { id: newId(), userId: runner.id, ranAt: now, now })
    const limit = findTool(run.tool)?.limits[runner.plan] ?? 0
    await limits.spend(record)
    return database.transaction((queries) => countRun(queries, { day: utcDay(now), limit, record }))
  }

  const run = async (runner: Runner, order: RunOrder): Promise<ToolRun> => {
    // The record contains the verdict, so the run is executed before it is counted.
    const made = await runWith(uncounted, runner.plan, { ...order, latency: 'none', onEvent: undefined })
    const { seed, scenario, at } = made
    // Repeats the run with the same seed, scenario, time and world: now with its events, or with core's error.
    const again = (usage: UsageStore) => runWith(usage, runner.plan, { ...order, seed, scenario, at })
    if (order.latency === 'spec' || order.onEvent !== undefined) {
      // A run over the limit is also refused before it starts.
      const read = async () => (await usageOn(database.queries, runner.id, utcDay(clock.now()))).get(made.tool) ?? 0
      return again({ read, consume: () => count(runner, made) })
    }
    const counted = await count(runner, made)
    if (!counted.granted) return again({ read: () => 0, consume: () => counted })
    return { ...made, usage: usageOf(counted.used, made.usage.dailyLimit) }
  }

  return {
    run: (runner, order) => run(runner, order).catch(unwrapped),
    usage: async ({ id, plan }) => {
      const day = utcDay(clock.now())
      const used = await usageOn(database.queries, id, day)
      return { day, usage: new Map(tools.map((tool) => [tool.id, usageOf(used.get(tool.id) ?? 0, tool.limits[plan])])) }
    },
  }
}
