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
import { utcDay } from '../../utc-day.ts'
import { type CountedRun, countRuns, runRow, usageOn } from './repository.ts'
import { runText } from './run-text.ts'

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

/** A run as the JSON text that is sent, and what is told of it beside. */
export interface WrittenRun {
  readonly tool: string
  readonly usage: Usage
  readonly text: string
}

/** Runs tools for users and counts their runs in the database. */
export interface ToolRuns {
  /** Runs a tool. A run that comes back is on disk; one that is refused, fails or is cancelled cost nothing. */
  run(runner: Runner, order: RunOrder): Promise<ToolRun>
  /** Does the same for a run that is not shown while it goes on, and gives its text: most cheaply, for most are of this kind. */
  write(runner: Runner, order: Omit<RunOrder, 'signal' | 'onEvent' | 'latency'>): Promise<WrittenRun>
  /** Gives today's use of every tool. */
  usage(runner: Runner): Promise<{ readonly day: string; readonly usage: ReadonlyMap<string, Usage> }>
}

/** What the service needs. */
export interface ToolRunsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly newId: () => string
}

/** Runs that are counted in one transaction. */
const BATCH = 128

// Counts nothing: the run is made first, and counted with what is written down of it.
const uncounted: SyncUsageStore = { read: () => 0, consume: () => ({ granted: true, used: 0 }) }

/** Core wraps what a store throws. A database that is away is not the tool's failure. */
const unwrapped = (error: unknown): never => {
  throw error instanceof ToolError && error.code === 'failed' && error.cause !== undefined ? error.cause : error
}

/** What makes the same run again. */
type MadeRun = Pick<ToolRun, 'tool' | 'seed' | 'scenario' | 'at'>

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
    const box = boxes.get(plan) ?? createToolbox({ plan, clock, usage: uncounted, surface: 'api' })
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
    return counting.add({ day: utcDay(now), limit, row: runRow(run, { id: newId(), userId: runner.id, now }) })
  }

  const preview = ({ plan }: Runner, { tool, input, seed, scenario, at }: RunOrder): Promise<ToolRun> =>
    runIn(previewBox(plan))(tool, input, { seed, scenario, at })

  const limitOf = ({ tool }: Pick<ToolRun, 'tool'>, { plan }: Runner): number => findTool(tool)?.limits[plan] ?? 0

  /** Plays a run that is made already: the same seed, scenario and time give the same. Counts it at its end. */
  const play = (made: MadeRun, { plan }: Runner, order: RunOrder, store: UsageStore): Promise<ToolRun> => {
    const { tool, seed, scenario, at } = made
    const { signal, onEvent, latency = 'none', input } = order
    const box = createToolbox({ plan, clock, latency, usage: store, surface: 'api' })
    const options = { seed, scenario, at, ...(signal ? { signal } : {}), ...(onEvent ? { onEvent } : {}) }
    return runIn(box)(tool, input, options)
  }

  /** Core says in its own words that the limit is reached. */
  const refuse = (made: MadeRun, runner: Runner, order: RunOrder, consumed: Consumption): Promise<ToolRun> =>
    play(made, runner, order, { read: () => consumed.used, consume: () => consumed })

  const run = async (runner: Runner, order: RunOrder): Promise<ToolRun> => {
    const { signal, onEvent, latency } = order
    const made = await preview(runner, order)
    const limit = limitOf(made, runner)
    const today = () => usageOn(database.queries, runner.id, utcDay(clock.now()))
    if (onEvent !== undefined || latency === 'spec')
      return play(made, runner, order, {
        read: async () => (await today()).get(made.tool) ?? 0,
        consume: () => count(runner, made, limit),
      })
    if (signal?.aborted) throw signal.reason
    const consumed = await count(runner, made, limit)
    if (consumed.granted) return { ...made, usage: usageOf(consumed.used, limit) }
    return refuse(made, runner, order, consumed)
  }

  // No function that waits: it would keep the run, and all that it holds, until it is counted.
  const write = (runner: Runner, order: RunOrder, made: ToolRun): Promise<WrittenRun> => {
    const { tool, seed, scenario, at } = made
    const limit = limitOf(made, runner)
    const complete = runText(made)
    return count(runner, made, limit).then(async (consumed) => {
      const usage = usageOf(consumed.used, limit)
      if (!consumed.granted) await refuse({ tool, seed, scenario, at }, runner, order, consumed)
      return { tool, usage, text: complete(usage) }
    })
  }

  return {
    run: (runner, order) => run(runner, order).catch(unwrapped),
    write: (runner, order) =>
      preview(runner, order)
        .then((made) => write(runner, order, made))
        .catch(unwrapped),
    usage: async ({ id, plan }) => {
      const day = utcDay(clock.now())
      const used = await usageOn(database.queries, id, day)
      return { day, usage: new Map(tools.map((tool) => [tool.id, usageOf(used.get(tool.id) ?? 0, tool.limits[plan])])) }
    },
  }
}
