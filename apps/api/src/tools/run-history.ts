import {
  type Clock,
  createToolbox,
  dailyLimitReached,
  findTool,
  type PlanId,
  type RunOptions,
  severities,
  type SyncUsageStore,
  ToolError,
  type ToolRun,
  WORLD_VERSION,
  type WorldDocument,
} from '@netbox/core'
import {
  type DayOfRuns,
  FIVE_MINUTES,
  HOUR,
  type QueryOf,
  type RateLimit,
  type ReportedRun,
  type ReportOutcome,
  type RunRecord,
} from '@netbox/contract'
import type { Database } from '../database/database.ts'
import { isWhole, runsBySpan } from '../database/shared.ts'
import { DAY, isoTime, MINUTE, utcDay } from '../clock.ts'
import { allRuns, bytesOf, countReported, countRuns, listRuns, recordOf, type StoredRun } from './repository.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { Refusal } from '../refusal.ts'

/** The user of tools: runs are counted by user. */
export interface Runner {
  readonly id: string
  readonly plan: PlanId
}

const REPORTS: RateLimit = { points: 300, seconds: FIVE_MINUTES }
const BYTES: RateLimit = { points: 4_000_000, seconds: 24 * HOUR, shared: true }
/** The largest record that costs nothing, in bytes: the daily limits of the tools bound the number of records. */
const FREE_RECORD = 1024

/** Creates the limits on what one user adds to the history. */
export const createHistoryLimits = (rateLimits: RateLimits, { queries }: Pick<Database, 'queries'>) => ({
  /** Counts a report of runs. Throws `rate_limited`. */
  countReport: async (userId: string): Promise<void> => {
    const { granted, reset } = await rateLimits.consume('runs.report of user', REPORTS, userId)
    if (!granted) throw new Refusal('rate_limited', { retryAfter: reset })
  },
  /** Counts the bytes of a large record. Throws `rate_limited`. */
  spend: async (record: StoredRun): Promise<void> => {
    const bytes = await bytesOf(queries, record)
    if (bytes <= FREE_RECORD) return
    const { granted, reset } = await rateLimits.consume('history bytes of user', BYTES, record.row.user_id, bytes)
    if (granted) return
    throw new Refusal('rate_limited', {
      message: 'Your history takes at most 4 MB of long inputs and world documents in 24 hours. Try again later.',
      retryAfter: reset,
    })
  },
})

export type HistoryLimits = ReturnType<typeof createHistoryLimits>

/** The maximum delay of a report from a browser that was offline. */
const OLDEST = 7 * DAY
/** The tolerated error of a browser's clock. */
const AHEAD = 5 * MINUTE
const SHOWN_DAYS = 30

// A store that counts nothing, because the counter in the database decides.
const uncounted: SyncUsageStore = { read: () => 0, consume: () => ({ granted: true, used: 0 }) }

const refusal = (id: string, code: string, message: string): ReportOutcome => ({
  id,
  outcome: 'refused',
  code,
  message,
})

/** Repeats a reported run, because netbox trusts no result from a browser. */
const repeat = async ({ plan }: Runner, { tool, input, seed, scenario, at, world }: ReportedRun): Promise<ToolRun> => {
  const options = { seed, scenario, at, ...(world == null ? {} : { world }) }
  return createToolbox({ plan, delay: false, usage: uncounted, surface: 'api' }).run(tool, input, options as RunOptions)
}

const runRecordOf = (row: Awaited<ReturnType<typeof listRuns>>[number]): RunRecord => ({
  id: row.id,
  tool: row.tool,
  input: row.input,
  whole: isWhole(row.input),
  seed: row.seed,
  scenario: row.scenario,
  // The cast is safe: netbox has written the document.
  ...(row.world === null ? {} : { world: JSON.parse(row.world) as WorldDocument }),
  at: row.at,
  severity: severities.find((known) => known === row.severity) ?? null,
  sentence: row.sentence,
  created_at: isoTime(row.created_at),
})

export interface RunHistoryOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly limits: HistoryLimits
}

/** Creates the history of an account's runs, from all sources. */
export const createRunHistory = ({ database, clock, limits }: RunHistoryOptions) => {
  const { queries } = database

  const record = async (runner: Runner, run: ToolRun, { id, ran_at }: ReportedRun): Promise<ReportOutcome> => {
    const ranAt = Date.parse(ran_at)
    const tool = findTool(run.tool)
    const limit = tool?.limits[runner.plan] ?? 0
    const stored = recordOf(run, { id, userId: runner.id, ranAt, now: clock.now() })
    const counted = { day: utcDay(ranAt), limit, record: stored }
    await limits.spend(stored)
    const outcome = await database.transaction((open) => countReported(open, counted))
    if (outcome !== 'refused') return { id, outcome }
    const { code, message } = dailyLimitReached(tool?.name ?? run.tool, runner.plan, limit)
    return refusal(id, code, message)
  }

  const reportOne = async (runner: Runner, reported: ReportedRun): Promise<ReportOutcome> => {
    const { id, engine, ran_at } = reported
    const age = clock.now() - Date.parse(ran_at)
    if (age < -AHEAD) return { id, outcome: 'not_yet' }
    if (age > OLDEST) return refusal(id, 'too_old', 'This run is older than 7 days.')
    if (engine !== WORLD_VERSION)
      return refusal(id, 'other_version', `This run was made with ${engine}; the service has ${WORLD_VERSION}.`)
    try {
      return await record(runner, await repeat(runner, reported), reported)
    } catch (error) {
      if (error instanceof ToolError || error instanceof Refusal) return refusal(id, error.code, error.message)
      throw error
    }
  }

  return {
    /** Counts and records runs that a browser has finished, each once. */
    report: async (runner: Runner, runs: readonly ReportedRun[]): Promise<ReportOutcome[]> => {
      const outcomes: ReportOutcome[] = []
      // The runs are reported one after the other, because the counters of one user are serialized anyway.
      for (const run of runs) outcomes.push(await reportOne(runner, run))
      return outcomes
    },
    /** Lists some runs of a user, newest first. */
    list: async (userId: string, wanted: QueryOf<'runs.list'>) => ({
      items: (await listRuns(queries, userId, wanted)).map(runRecordOf),
      total: await countRuns(queries, userId, wanted),
    }),
    /** Counts a user's runs by day. */
    days: async (userId: string) => {
      const now = clock.now()
      const first = now - (now % DAY) - (SHOWN_DAYS - 1) * DAY
      const spans = await runsBySpan(queries, userId, DAY, first)
      const { total, since } = await allRuns(queries, userId)
      const days = Array.from({ length: SHOWN_DAYS }, (_, index): DayOfRuns => {
        const own = spans.filter(({ start }) => start === first + index * DAY)
        return {
          day: utcDay(first + index * DAY),
          runs: own.reduce((sum, { runs }) => sum + runs, 0),
          worst: severities.find((known) => own.some(({ severity }) => severity === known)) ?? null,
        }
      })
      return { total, since: since === undefined ? null : isoTime(since), today: utcDay(now), days }
    },
  }
}
