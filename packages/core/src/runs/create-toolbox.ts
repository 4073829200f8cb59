import type { ResultOf, ToolId } from '../catalogue/catalogue.ts'
import { type Refusal, ToolError } from '../errors/tool-error.ts'
import { aborted, dailyLimitReached, executionFailed, type Surface } from '../errors/run-errors.ts'
import { type Access, checkAccess } from './access.ts'
import type { PlanId } from '../plans/plans.ts'
import {
  memoryUsage,
  type SyncUsageStore,
  type Usage,
  type UsageKey,
  usageOf,
  type UsageStore,
} from '../plans/usage.ts'
import { systemClock, type Clock, type AbortSignalLike } from '../platform.ts'
import type { Report, Figure } from '../reports/report.ts'
import type { ToolDefinition } from '../tools/define-tool.ts'
import { isoDay, isoTime } from '../foundation/time.ts'
import {
  type OpenedWorld,
  type PreparedRun,
  readRequest,
  requireTool,
  simulatedTime,
  simulatePrepared,
  simulationOf,
} from './prepare-run.ts'
import { firstProgress, stepsOf, type Step } from './pacing.ts'
import {
  checkPlan,
  checkRunOptions,
  checkToolboxOptions,
  type RunOptions,
  type ToolboxOptions,
  type WorldOptions,
} from './toolbox-options.ts'
import { type ToolRun, type UncountedRun, WORLD_VERSION } from './run.ts'
import type { RunEvent } from './events.ts'

type OpenRunWorld = (options: WorldOptions, input: string, now: () => number) => OpenedWorld | Promise<OpenedWorld>

const onDemand: { openRunWorld?: OpenRunWorld } = {}

/** Returns the function that opens the world of a run, or a promise if it has not been loaded yet. */
const worldOpener = (): OpenRunWorld | Promise<OpenRunWorld> =>
  onDemand.openRunWorld ??
  import('./open-run-world.ts').then(({ openRunWorld }) => (onDemand.openRunWorld = openRunWorld))

/** The steps of a run and how to emit them. */
interface EmitStepsOptions {
  readonly steps: readonly Step[]
  /** The lines of the log. The caller emits the first one; the others are spread over the steps. */
  readonly lines: readonly string[]
  /** Whether to wait before each step. */
  readonly slow: boolean
  readonly clock: Clock
  readonly signal: AbortSignalLike | undefined
  readonly emit: ((event: RunEvent) => void) | undefined
}

/** Emits the steps of a run: waits, progress and log lines. Rejects with the signal's reason when the signal aborts. */
const emitSteps = async ({ steps, lines, slow, clock, signal, emit }: EmitStepsOptions): Promise<void> => {
  for (const [index, { wait, progress }] of steps.entries()) {
    if (slow) await clock.wait(wait, signal)
    const at = clock.now()
    emit?.({ type: 'progress', at, progress })
    // The lines are spread over the steps, so that a run logs all its lines, whatever the number of steps.
    const line = Math.floor(((index + 1) * (lines.length - 1)) / steps.length)
    const before = Math.floor((index * (lines.length - 1)) / steps.length)
    for (const text of lines.slice(before + 1, line + 1)) emit?.({ type: 'log', at, text, level: 'info' })
  }
}

const shown = ({ label, value, unit }: Figure): string => `${label}: ${value}${unit === undefined ? '' : ` ${unit}`}`

const firstLine = (text: string): string => {
  const [line = ''] = text.split('\n', 1)
  return line.length > 80 || line !== text ? `${line.slice(0, 79)}…` : line
}

/** Writes the log of a run, from the report, so that log and report agree. */
const logLines = (
  { tool, canonical, world, scenario }: PreparedRun,
  { figures, findings, verdict }: Report,
): string[] => [
  `${tool.name} started for ${firstLine(canonical)}`,
  `World ${world.seed} opened, scenario ${scenario}`,
  ...figures.slice(0, 2).map(shown),
  // The words are repeated here, because importing the report's wording would load all of it before the first run.
  `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, worst is ${verdict.severity}`,
]

/** A toolbox that runs tools on simulated internets and counts the runs. */
export interface Toolbox<Counted = Usage> {
  /** Runs a tool. Rejects with a `ToolError` if the run is refused, fails or is cancelled; such a run is not counted. */
  run<Id extends ToolId>(
    id: Id,
    input: string,
    options?: RunOptions<ToolRun<Id, ResultOf<Id>>>,
  ): Promise<ToolRun<Id, ResultOf<Id>>>
  /** Runs the tool of a name that the compiler does not know. Rejects for a name of no tool; a literal one does not compile. */
  run<Name extends string>(
    name: string extends Name ? Name : never,
    input: string,
    options?: RunOptions,
  ): Promise<ToolRun>
  /** Returns whether the plan may run a tool; with an input, also checks that the input is not blank. */
  check(id: ToolId, input?: string): Access
  /** Returns today's usage of a tool; a promise if the store is asynchronous. */
  usage(id: ToolId): Counted
}

const envelope = (
  { tool, canonical, world, scenario, document }: PreparedRun,
  result: unknown,
  report: Report,
  usage: Usage,
): ToolRun => ({
  simulated: true,
  engine: WORLD_VERSION,
  seed: world.seed,
  scenario,
  ...(document === undefined ? undefined : { world: document }),
  at: isoTime(world.at),
  executionId: executionIdOf(world.at),
  tool: tool.id,
  input: canonical,
  executionTime: simulatedTime(tool, canonical, world),
  usage,
  result,
  verdict: report.verdict,
  figures: report.figures,
  findings: report.findings,
  plot: report.plot,
})

const executionIdOf = (at: number): string => `exec_${at}`

const refusalFor = (error: unknown, wasAborted: boolean, surface: Surface): ToolError => {
  if (wasAborted) return new ToolError(aborted, { cause: error })
  return error instanceof ToolError ? error : new ToolError(executionFailed(surface, error), { cause: error })
}

// The advice in the library's refusals: its limits are only local, so the user of the library can choose the plan. This text is not in
// errors/, because every page loads that folder.
const LIBRARY_ADVICE =
  ' Choose a plan with createToolbox({ plan }), or use fixedWorld() of @netbox/core/testing in tests: it has the highest limits.'

const PLAIN: RunOptions = {}

const plain = ({ code, title, message }: Refusal): Refusal => ({ code, title, message })

/**
 * Creates a toolbox for a script, a page or a server. Throws a `ToolError` for an unknown option or an invalid value.
 *
 * @example
 * const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down', at: '2026-01-01T00:00:00Z' })
 * const run = await box.run('mx-record', 'example.com')
 * run.simulated // => true
 * run.result.records[0]?.priority // => 10
 * box.check('dns-diagnostic').allowed // => false
 * box.usage('mx-record').remaining // => 99
 */
export function createToolbox(options?: ToolboxOptions & { readonly usage?: SyncUsageStore }): Toolbox
export function createToolbox(options: ToolboxOptions): Toolbox<Usage | Promise<Usage>>
export function createToolbox(options: ToolboxOptions = {}): Toolbox<Usage | Promise<Usage>> {
  checkToolboxOptions(options)
  const { surface = 'library', subject = 'local', pacing = 'home', clock = systemClock } = options
  const store: UsageStore<UncountedRun> = options.usage ?? memoryUsage()
  const slow = options.delay === true
  const planNow = (): PlanId =>
    typeof options.plan === 'function' ? checkPlan(options.plan()) : (options.plan ?? 'free')
  const now = () => clock.now()
  const keyOf = (tool: string): UsageKey => ({ subject, tool, day: isoDay(now()) })
  const limitError = (tool: ToolDefinition, plan: PlanId) => {
    const refusal = dailyLimitReached(tool.name, plan, tool.limits[plan])
    return new ToolError(surface === 'library' ? { ...refusal, message: refusal.message + LIBRARY_ADVICE } : refusal)
  }

  /** Emits the events of a run, with the simulated delay if requested. */
  const perform = async (
    prepared: PreparedRun,
    report: Report,
    plan: PlanId,
    runOptions: RunOptions,
  ): Promise<void> => {
    const { tool, canonical, world } = prepared
    const { signal, onEvent: emit } = runOptions
    const limit = tool.limits[plan]
    if (limit >= 0 && (await store.read(keyOf(tool.id))) >= limit) throw limitError(tool, plan)
    const lines = logLines(prepared, report)
    emit?.({ type: 'started', at: now(), executionId: executionIdOf(world.at), tool: tool.id, input: canonical })
    emit?.({ type: 'log', at: now(), text: lines[0] ?? '', level: 'info' })
    emit?.({ type: 'progress', at: now(), progress: firstProgress(pacing) })
    await emitSteps({ steps: stepsOf(pacing, simulatedTime(tool, canonical, world)), lines, slow, clock, signal, emit })
  }

  const run = async (id: string, input: string, runOptions: RunOptions = PLAIN): Promise<ToolRun> => {
    checkRunOptions(runOptions)
    const plan = planNow()
    const { seed = options.seed, scenario = options.scenario, at = options.at, signal, onEvent: emit } = runOptions
    const { world = options.world } = runOptions
    const { tool, value, canonical } = readRequest(id, input, { plan, surface })
    const openRunWorld = await worldOpener()
    const opened = await openRunWorld({ seed, scenario, at, world }, canonical, now)
    const prepared: PreparedRun = { tool, value, canonical, ...opened }
    try {
      if (signal?.aborted) throw signal.reason
      const limit = tool.limits[plan]
      const { result, report } = simulatePrepared(prepared, await simulationOf(tool))
      if (slow || emit !== undefined) await perform(prepared, report, plan, runOptions)
      // The run is counted last, so that a refused, failed or cancelled run is not counted.
      const made = envelope(prepared, result, report, usageOf(0, limit))
      const { granted, used } = await store.consume(keyOf(tool.id), limit, made)
      if (!granted) throw limitError(tool, plan)
      const done = { ...made, usage: usageOf(used, limit) }
      emit?.({ type: 'progress', at: now(), progress: 100 })
      emit?.({ type: 'succeeded', at: now(), run: done })
      return done
    } catch (error) {
      const refusal = refusalFor(error, signal?.aborted === true, surface)
      emit?.({ type: 'log', at: now(), text: `${refusal.title}: ${refusal.message}`, level: 'error' })
      emit?.({ type: 'failed', at: now(), error: plain(refusal) })
      throw refusal
    }
  }

  return {
    // The cast is safe: the literal id determines the result's type, and the implementation treats all tools alike.
    run: run as Toolbox['run'],
    check: (id, input) =>
      checkAccess({ tool: requireTool(id), plan: planNow(), surface, ...(input === undefined ? {} : { input }) }),
    usage: (id) => {
      const tool = requireTool(id)
      const show = (used: number) => usageOf(used, tool.limits[planNow()])
      const used = store.read(keyOf(tool.id))
      return typeof used === 'number' ? show(used) : used.then(show)
    },
  }
}
