import { type Clock, findTool, type ScenarioText, ToolError, type ToolRun, tools } from '@netbox/core'
import { prepared, streamed, written } from '../../http/answers.ts'
import { ApiError } from '../../http/api-error.ts'
import { createPlacesByKey } from '../../http/bounded.ts'
import type { Call, Routes } from '../../http/handler.ts'
import type { Counter } from '../../http/metrics.ts'
import { setRateHeaders } from '../../http/rate-gate.ts'
import { toolInfo, toolWithSchema } from './catalogue.ts'
import { runEvents } from './run-events.ts'
import { nextUtcDay } from '../../utc-day.ts'
import type { RunOrder, ToolRuns } from './service.ts'

/** What the routes need. */
export interface ToolRoutesOptions {
  readonly runs: ToolRuns
  readonly clock: Pick<Clock, 'now'>
  /** Counts runs for the metrics. */
  readonly counted: Counter
}

/** The catalogue changes with a release alone. */
const CATALOGUE_AGE = 300
/** Runs that take their time, of one user at once. */
const SLOW_RUNS = 10

const orderOf = ({ params, body }: Call<'tools.run'>): RunOrder => ({
  tool: params.id,
  input: body.input,
  seed: body.seed ?? undefined,
  // The run checks it.
  scenario: (body.scenario ?? undefined) as ScenarioText | undefined,
  at: body.at ?? undefined,
  latency: body.latency,
})

const untilReset = (now: number): number => Math.ceil((nextUtcDay(now) - now) / 1000)

/** Makes the routes of the catalogue, of runs and of their daily limits. */
export const toolRoutes = ({ runs, clock, counted }: ToolRoutesOptions) => {
  const catalogue = prepared({ tools: tools.map((tool) => toolInfo(tool)) }, CATALOGUE_AGE)
  const details = new Map(
    tools.map((tool) => [tool.id, prepared({ tool: toolWithSchema(tool) }, CATALOGUE_AGE)] as const),
  )
  const slowRuns = createPlacesByKey(SLOW_RUNS)

  const told = ({ usage, tool }: Pick<ToolRun, 'usage' | 'tool'>, setHeader: Call<'tools.run'>['setHeader']) => {
    counted.add({ tool })
    const { dailyLimit: points, remaining } = usage
    if (points >= 0) setRateHeaders(setHeader, { points, remaining, reset: untilReset(clock.now()) })
  }

  /** At the limit, trying again helps after midnight. */
  const refused = (error: unknown): never => {
    if (error instanceof ToolError && error.code === 'daily_limit_reached')
      throw new ApiError(error.code, { message: error.message, retryAfter: untilReset(clock.now()) })
    throw error
  }

  return {
    'tools.list': async () => catalogue,
    'tools.get': async ({ params }) => {
      const tool = findTool(params.id)
      const detail = tool && details.get(tool.id)
      if (detail === undefined)
        throw new ApiError('not_implemented', { message: `Tool ${params.id.slice(0, 40)} not implemented yet.` })
      return detail
    },
    'tools.run': async (call) => {
      const { caller, setHeader, wantsStream } = call
      const order = orderOf(call)
      setHeader('X-Netbox-Simulated', 'true')
      if (!wantsStream && order.latency !== 'spec') {
        const run = await runs.write(caller.user, order).catch(refused)
        told(run, setHeader)
        return written(run.text)
      }
      const run = async (onEvent?: RunOrder['onEvent']) => {
        const leave = slowRuns.enter(caller.user.id)
        // Only what takes time can be cancelled.
        const cancellable = { ...order, signal: call.signal(), ...(onEvent ? { onEvent } : {}) }
        return runs.run(caller.user, cancellable).catch(refused).finally(leave)
      }
      if (wantsStream) return streamed(runEvents(async (onEvent) => counted.add({ tool: (await run(onEvent)).tool })))
      const slow = await run()
      told(slow, setHeader)
      return slow
    },
    'usage.list': async ({ caller }) => {
      const { day, usage } = await runs.usage(caller.user)
      const reset = new Date(nextUtcDay(clock.now())).toISOString()
      const rows = [...usage].map(([tool, { dailyUsed, dailyLimit, remaining }]) => ({
        tool,
        used: dailyUsed,
        limit: dailyLimit,
        remaining,
        reset,
      }))
      return { plan: caller.user.plan, day, reset, usage: rows }
    },
  } satisfies Routes
}
