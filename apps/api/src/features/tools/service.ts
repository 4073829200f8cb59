import {
  type Clock,
  type Consumption,
  createToolbox,
  findTool,
  type PlanId,
  type RunOptions,
  ToolError,
  type ToolId,
  type ToolRun,
  type Toolbox,
  tools,
  type SyncUsageStore,
  type Usage,
  usageOf,
  type UsageStore,
} from '@netbox/core'
import { createBatches } from '../../db/batches.ts'
import type { Consumed } from '../../db/consume-usage.ts'
import type { Database } from '../../db/database.ts'
import { type CountedRun, countRuns, usageOn } from './repository.ts'

/** Who runs tools: what runs are counted by. */
export interface Runner {
  readonly id: string
  readonly plan: PlanId
}

/** What is to be run. */
export interface RunOrder extends Pick<RunOptions, 'seed' | 'scenario' | 'at' | 'signal' | 'onEvent'> {
  /** Any name of the tool. */
  readonly tool: string
  readonly input: string
  /** 'spec' takes the time that the spec gives; default 'none'. */
  readonly latency?: 'none' | 'spec'
}

/** Runs tools for users and counts their runs in the database. */
export interface ToolRuns {
  /** Runs a tool. A run that comes back is on disk; one that is refused, fails or is cancelled cost nothing. */
  run(runner: Runner, order: RunOrder): Promise<ToolRun>
  /** Gives today's use of every tool. */
  usage(runner: Runner): Promise<{ readonly day: string; readonly usage: ReadonlyMap<string, Usage> }>
}

/** What the service needs. */
export interface ToolRunsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly newId: () => string
}

const DAY = 86_400_000
/** Runs that are counted in one transaction. */
const BATCH = 128

let lastDay = { number: -1, text: '' }

/** Writes the UTC day; the last one is remembered, for it stays the same for a whole day. */
const dayOf = (now: number): string => {
  const number = Math.floor(now / DAY)
  if (lastDay.number !== number) lastDay = { number, text: new Date(now).toISOString().slice(0, 10) }
  return lastDay.text
}

/** Gives when the counters of a day begin again: midnight UTC. */
export const nextReset = (now: number): number => (Math.floor(now / DAY) + 1) * DAY

// Counts nothing: the run is made first, and counted with what is written down of it.
const uncounted: SyncUsageStore = { read: () => 0, consume: () => ({ granted: true, used: 0 }) }

/** Core wraps what a store throws. A database that is away is not the tool's failure. */
const unwrapped = (error: unknown): unknown =>
  error instanceof ToolError && error.code === 'failed' && error.cause !== undefined ? error.cause : error

type RunAny = (tool: string, input: string, options: RunOptions) => Promise<ToolRun>

// Any text may be asked for: core refuses what names no tool, in its own words.
const runIn =
  (box: Toolbox<unknown>): RunAny =>
  (tool, input, options) =>
    box.run(tool as ToolId, input, options)

/** Makes the service. */
export const createToolRuns = ({ database, clock, newId }: ToolRunsOptions): ToolRuns => {
  const boxes = new Map<PlanId, Toolbox>()
  const previewBox = (plan: PlanId) => {
    const box = boxes.get(plan) ?? createToolbox({ plan, clock, usage: uncounted })
    boxes.set(plan, box)
    return box
  }

  // One batch at a time: the next one collects meanwhile, and the database has one transaction of this process to order.
  const counting = createBatches<CountedRun, Consumed>({
    run: (runs) => database.transaction((queries) => countRuns(queries, runs)),
    most: BATCH,
    atOnce: 1,
  })

  const count = (runner: Runner, run: ToolRun, limit: number): Promise<Consumption> => {
    const now = clock.now()
    return counting.add({ id: newId(), userId: runner.id, day: dayOf(now), limit, now, run })
  }

  /** Plays a run that is made already: the same seed, scenario and time give the same. Counts it at its end. */
  const play = (preview: ToolRun, { plan }: Runner, order: RunOrder, store: UsageStore): Promise<ToolRun> => {
    const { seed, scenario, at } = preview
    const { signal, onEvent, latency = 'none', input } = order
    const box = createToolbox({ plan, clock, latency, usage: store })
    const options = { seed, scenario, at, ...(signal ? { signal } : {}), ...(onEvent ? { onEvent } : {}) }
    return runIn(box)(preview.tool, input, options)
  }

  const run = async (runner: Runner, order: RunOrder): Promise<ToolRun> => {
    const { tool, input, seed, scenario, at, signal, onEvent, latency } = order
    const preview = await runIn(previewBox(runner.plan))(tool, input, { seed, scenario, at })
    const limit = findTool(preview.tool)?.limits[runner.plan] ?? 0
    const today = () => usageOn(database.queries, runner.id, dayOf(clock.now()))
    if (onEvent !== undefined || latency === 'spec')
      return play(preview, runner, order, {
        read: async () => (await today()).get(preview.tool) ?? 0,
        consume: () => count(runner, preview, limit),
      })
    if (signal?.aborted) throw signal.reason
    const consumed = await count(runner, preview, limit)
    if (consumed.granted) return { ...preview, usage: usageOf(consumed.used, limit) }
    // Core says in its own words that the limit is reached.
    return play(preview, runner, order, { read: () => consumed.used, consume: () => consumed })
  }

  return {
    run: async (runner, order) => {
      try {
        return await run(runner, order)
      } catch (error) {
        throw unwrapped(error)
      }
    },
    usage: async ({ id, plan }) => {
      const day = dayOf(clock.now())
      const used = await usageOn(database.queries, id, day)
      return { day, usage: new Map(tools.map((tool) => [tool.id, usageOf(used.get(tool.id) ?? 0, tool.limits[plan])])) }
    },
  }
}
