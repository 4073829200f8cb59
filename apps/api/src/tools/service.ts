import {
  type Clock,
  createToolbox,
  type RunEvent,
  type RunOptions,
  ToolError,
  type ToolRun,
  tools,
  type UncountedRun,
  usageOf,
  type UsageStore,
  withFindingUrls,
} from '@netbox/core'
import type { Database } from '../database/database.ts'
import { utcDay } from '../clock.ts'
import type { HistoryLimits, Runner } from './run-history.ts'
import { countRun, recordOf, usageOn } from './repository.ts'

/** A request to run a tool. */
export interface RunOrder extends Pick<RunOptions, 'seed' | 'scenario' | 'world' | 'at' | 'signal'> {
  readonly onEvent?: RunOptions['onEvent'] | undefined
  /** Any name of the tool. */
  readonly tool: string
  readonly input: string
  /** Whether the response is delayed as long as the specification says; default false. */
  readonly delay?: boolean
}

export interface ToolRunsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly newId: () => string
  readonly limits: HistoryLimits
  /** The address of the site, which has a page about each finding. */
  readonly site: string
}

/** Unwraps a store's error from core's, because an unavailable database is not a failure of the tool. */
const unwrapped = (error: unknown): never => {
  throw error instanceof ToolError && error.code === 'failed' && error.cause !== undefined ? error.cause : error
}

/** Creates the service that runs tools for users and counts their runs in the database. */
export const createToolRuns = ({ database, clock, newId, limits, site }: ToolRunsOptions) => {
  /** Counts a user's runs in the database, and records each in the transaction that counts it. */
  const usageOfUser = (userId: string): UsageStore<UncountedRun> => ({
    read: async ({ day, tool }) => (await usageOn(database.queries, userId, day)).get(tool) ?? 0,
    consume: async ({ day }, limit, run) => {
      const now = clock.now()
      const record = recordOf(run, { id: newId(), userId, ranAt: now, now })
      await limits.spend(record)
      return database.transaction((queries) => countRun(queries, { day, limit, record }))
    },
  })

  return {
    /** Runs a tool. A returned run is on disk; a refused, failed or cancelled one is not counted. */
    run: ({ id, plan }: Runner, { tool, input, delay = false, onEvent, ...options }: RunOrder): Promise<ToolRun> => {
      const tell = (event: RunEvent): void =>
        onEvent?.(event.type === 'succeeded' ? { ...event, run: withFindingUrls(event.run, site) } : event)
      return createToolbox({ plan, clock, delay, usage: usageOfUser(id), surface: 'api' })
        .run(tool, input, { ...options, ...(onEvent === undefined ? {} : { onEvent: tell }) })
        .then((run) => withFindingUrls(run, site), unwrapped)
    },
    /** Returns today's usage of every tool. */
    usage: async ({ id, plan }: Runner) => {
      const day = utcDay(clock.now())
      const used = await usageOn(database.queries, id, day)
      return { day, usage: new Map(tools.map((tool) => [tool.id, usageOf(used.get(tool.id) ?? 0, tool.limits[plan])])) }
    },
  }
}
