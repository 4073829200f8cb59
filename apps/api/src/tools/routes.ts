import {
  findTool,
  namesOf,
  type RunEvent,
  type ScenarioText,
  type Tool,
  ToolError,
  type ToolRun,
  tools,
  WorldDocumentError,
} from '@netbox/core'
import type { Readable } from 'node:stream'
import { createConcurrencyLimit } from '../concurrency.ts'
import type { EndpointContext, Routes } from '../http/handler.ts'
import { eventStream } from '../http/streams.ts'
import type { Context } from '../context.ts'
import type { Counter } from '../metrics.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { setRateHeaders } from '../http/middleware/limit-rate.ts'
import { isoTime, nextUtcDay } from '../clock.ts'
import { createHistoryLimits, createRunHistory, type Runner } from './run-history.ts'
import { createToolRuns, type RunOrder } from './service.ts'
import type { ToolInfo, ToolWithSchema } from '@netbox/contract'
import { Refusal } from '../refusal.ts'

type Definition = Tool & {
  readonly dashboard?: ToolInfo['category']
  readonly picker?: { category: ToolInfo['category'] }
}

/**
 * Returns the category of a tool in the dashboard. For a tool that the dashboard does not list, such as DNS Diagnostic, returns its
 * category in the picker.
 */
const categoryOf = ({ id, dashboard, picker }: Definition): ToolInfo['category'] => {
  const category = dashboard ?? picker?.category
  if (category === undefined) throw new Error(`${id} is in no category`)
  return category
}

/** Serializes a tool of the catalogue. */
const toolInfo = (tool: Tool): ToolInfo => ({
  id: tool.id,
  name: tool.name,
  description: tool.description,
  question: tool.question,
  path: tool.path,
  names: namesOf(tool),
  category: categoryOf(tool),
  inputType: tool.input.type,
  inputPlaceholder: tool.placeholder,
  features: [...tool.features],
  free: tool.free,
  dailyLimit: { ...tool.limits },
})

/** Serializes a tool with the JSON Schema of its results. */
const toolWithSchema = (tool: Tool): ToolWithSchema => ({
  ...toolInfo(tool),
  resultSchema: { ...tool.resultSchema },
})

/** Yields the events of a run as they happen. Throws if the run is refused before its first event; a later failure is the last event. */
async function* runEvents(run: (onEvent: (event: RunEvent) => void) => Promise<unknown>): AsyncGenerator<RunEvent> {
  let failure: { readonly error: unknown } | undefined
  const events = new ReadableStream<RunEvent>({
    start: (queue) => {
      void run((event) => queue.enqueue(event))
        .catch((error: unknown) => {
          failure = { error }
        })
        .finally(() => queue.close())
    },
  })
  let last: RunEvent | undefined
  // A reader who leaves doesn't cancel the stream, so the run can still write its last events.
  for await (const event of events.values({ preventCancel: true })) {
    last = event
    yield event
  }
  if (failure !== undefined && last?.type !== 'failed') throw failure.error
}

/** The needs of the routes besides the context. */
export interface ToolRoutesOptions {
  readonly rateLimits: RateLimits
  /** Returns the verifications of the current month. */
  readonly monthOf: (user: Runner) => Promise<Readonly<Record<'used' | 'limit' | 'remaining' | 'reset', number>>>
}

/** The maximum number of a user's concurrent runs that are delayed or streamed. */
const SLOW_RUNS = 10

const orderOf = ({ state: { params, body } }: EndpointContext<'tools.run'>): RunOrder => ({
  tool: params.id,
  input: body.input,
  seed: body.seed ?? undefined,
  // The run validates the scenario.
  scenario: (body.scenario ?? undefined) as ScenarioText | undefined,
  at: body.at ?? undefined,
  world: body.world ?? undefined,
  delay: body.delay,
})

const untilReset = (now: number): number => Math.ceil((nextUtcDay(now) - now) / 1000)

type RunContext = EndpointContext<'tools.run'>

/** The services that run a tool for a request. */
interface RunServices {
  readonly clock: Context['clock']
  readonly runs: ReturnType<typeof createToolRuns>
  /** Limits the concurrent runs of a user that are delayed or streamed. */
  readonly slowRuns: ReturnType<typeof createConcurrencyLimit>
  /** Counts runs by tool. */
  readonly counted: Counter
}

/** Tells the limit of a tool and how many runs remain today; nothing if the runs have no limit. */
const tellUsage = (ctx: RunContext, now: number, limit: number, remaining: number): void => {
  if (limit >= 0) setRateHeaders(ctx, { limit, remaining, reset: untilReset(now) })
}

/**
 * Converts core's errors. At the daily limit, a retry succeeds only after midnight (UTC). An error in a world document becomes an error in
 * a field of the body.
 */
const refuse = (ctx: RunContext, now: number, error: unknown): never => {
  if (error instanceof WorldDocumentError)
    throw new Refusal('validation_failed', {
      message: error.message,
      errors: [{ msg: error.reason, path: ['world', ...error.path].join('.') }],
    })
  if (error instanceof ToolError && error.code === 'daily_limit_reached') {
    const { caller, params } = ctx.state
    tellUsage(ctx, now, findTool(params.id)?.limits[caller.user.plan] ?? 0, 0)
    throw new Refusal(error.code, { message: error.message, retryAfter: untilReset(now) })
  }
  throw error
}

const runTool = async (
  { clock, runs, slowRuns, counted }: RunServices,
  ctx: RunContext,
  onEvent?: RunOrder['onEvent'],
): Promise<ToolRun> => {
  const { caller, body, signal, countAsStream } = ctx.state
  const isSlow = onEvent !== undefined || body.delay
  const leave = isSlow ? slowRuns.enter(caller.user.id) : undefined
  const more = isSlow ? { signal: signal(), ...(onEvent === undefined ? {} : { onEvent }) } : {}
  const work = () => runs.run(caller.user, { ...orderOf(ctx), ...more })
  // A streamed run already counts as a stream because of its response.
  const isWaiting = isSlow && onEvent === undefined
  const made = await (isWaiting ? countAsStream(work) : work())
    .catch((error: unknown) => refuse(ctx, clock.now(), error))
    .finally(leave)
  counted.inc({ tool: made.tool })
  return made
}

const streamRun = async (services: RunServices, ctx: RunContext): Promise<Readable> => {
  const { clock, runs } = services
  const { usage } = await runs.usage(ctx.state.caller.user)
  const tool = findTool(ctx.state.params.id)
  const today = tool && usage.get(tool.id)
  // The headers are sent before the run is counted.
  if (today !== undefined) tellUsage(ctx, clock.now(), today.dailyLimit, Math.max(0, today.remaining - 1))
  const events = runEvents((onEvent) => runTool(services, ctx, onEvent))
  return eventStream(ctx, events, clock)
}

const usageToday = async ({ clock, runs }: Pick<RunServices, 'clock' | 'runs'>, user: Runner) => {
  const { day, usage } = await runs.usage(user)
  const reset = isoTime(nextUtcDay(clock.now()))
  const rows = [...usage].map(([tool, { dailyUsed, dailyLimit, remaining }]) => ({
    tool,
    used: dailyUsed,
    limit: dailyLimit,
    remaining,
    reset,
  }))
  return { day, reset, usage: rows }
}

/** Creates the routes of the catalogue. */
const catalogueRoutes = () => {
  const catalogue = { tools: tools.map((tool) => toolInfo(tool)) }
  const details = new Map(tools.map((tool) => [tool.id, { tool: toolWithSchema(tool) }] as const))
  return {
    'tools.list': async () => catalogue,
    'tools.get': async ({ state: { params } }) => {
      const tool = findTool(params.id)
      const detail = tool && details.get(tool.id)
      if (detail === undefined)
        throw new Refusal('not_implemented', { message: `Tool ${params.id.slice(0, 40)} not implemented yet.` })
      return detail
    },
  } satisfies Routes
}

/** Creates the routes of the catalogue, of runs and of their daily limits. */
export const toolRoutes = (
  { config, database, clock, metrics, newId }: Pick<Context, 'config' | 'database' | 'clock' | 'metrics' | 'newId'>,
  { rateLimits, monthOf }: ToolRoutesOptions,
) => {
  const limits = createHistoryLimits(rateLimits, database)
  const history = createRunHistory({ database, clock, limits })
  const services: RunServices = {
    clock,
    runs: createToolRuns({ database, clock, newId, limits, site: config.publicUrl }),
    slowRuns: createConcurrencyLimit(SLOW_RUNS, 'rate_limited'),
    counted: metrics.counter('netbox_tool_runs_total', 'Runs that were counted, by tool.', {
      tool: tools.map(({ id }) => id),
    }),
  }
  return {
    ...catalogueRoutes(),
    'tools.run': async (ctx) => {
      ctx.set('X-Netbox-Simulated', 'true')
      if (ctx.get('Accept').includes('text/event-stream')) return streamRun(services, ctx)
      const made = await runTool(services, ctx)
      tellUsage(ctx, clock.now(), made.usage.dailyLimit, made.usage.remaining)
      return made
    },
    'usage.list': async ({ state: { caller } }) => {
      const month = await monthOf(caller.user)
      return {
        plan: caller.user.plan,
        ...(await usageToday(services, caller.user)),
        verifications: { ...month, reset: isoTime(month.reset) },
      }
    },
    'runs.report': async ({ state: { caller, body } }) => {
      await limits.countReport(caller.user.id)
      const outcomes = await history.report(caller.user, body.runs)
      const { day, usage } = await usageToday(services, caller.user)
      return { data: { outcomes, now: isoTime(clock.now()), day, usage } }
    },
    'runs.list': async ({ state: { caller, query } }) => {
      const { page, limit } = query
      return { data: { page, limit, ...(await history.list(caller.user.id, query)) } }
    },
    'runs.days': async ({ state: { caller } }) => ({ data: await history.days(caller.user.id) }),
  } satisfies Routes
}
