import {
  clip,
  createToolbox,
  isAtLeast,
  type RunEvent,
  severities,
  type Severity,
  type Tool,
  ToolError,
  type ToolRun,
} from '@netbox/core'
import { showError, type Shown } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { freshSeed, freshSeeds } from '../fresh-seed.ts'
import { linesOf, type Source, sourceOf, wholeOf } from '../inputs.ts'
import { type Interruption, listenToSignals } from '../interruption.ts'
import { batchProgress, batchSummary } from '../output/batch-progress.ts'
import { failureLine, jsonFailure, jsonLine, jsonText } from '../output/json.ts'
import { painted, unpainted } from '../output/paint.ts'
import { openProgress, type Progress } from '../output/progress.ts'
import { listLine, markLine, reportText } from '../output/report.ts'
import { type ResultSink, toFile, toStdout } from '../output/result-file.ts'
import { documentOf, exitOfRun, readSettings, type Settings } from '../settings.ts'
import type { FileUsageStore } from '../storage/usage-store.ts'
import { exitOfTally, runBatch, type Tally } from './batch.ts'
import type { Context } from './command.ts'

/** One call of the command that runs a tool. */
interface Job {
  readonly context: Context
  readonly tool: Tool
  readonly settings: Settings
  readonly sink: ResultSink
  readonly usage: FileUsageStore
  readonly interruption: Interruption | undefined
}

const show = (run: ToolRun, { settings, context, sink }: Job): string =>
  settings.json
    ? jsonText(documentOf(run, settings))
    : reportText(run, context.environment, { plain: settings.plain, toFile: sink !== toStdout })

/** Tells on the terminal that what follows is simulated; elsewhere the result says it itself. */
const mark = (run: ToolRun, { settings, context: { environment, err }, sink }: Job): void => {
  if (!settings.json && !settings.quiet && sink === toStdout && environment.isTerminal(1))
    err(markLine(run, environment, settings.plain))
}

const simulate = async (
  job: Job,
  input: string,
  isSlow: boolean,
  onEvent?: (event: RunEvent) => void,
): Promise<ToolRun> => {
  const { tool, settings, usage, context, interruption } = job
  const { seed = freshSeed(), scenario, at } = settings
  const box = createToolbox({ plan: context.plan, usage, latency: isSlow ? 'spec' : 'none' })
  return box.run(tool.id, input, {
    seed,
    scenario,
    at,
    ...(interruption === undefined ? {} : { signal: interruption.signal }),
    ...(onEvent === undefined ? {} : { onEvent }),
  })
}

const runOne = async (job: Job, input: string): Promise<ExitCode> => {
  const { context, settings, sink } = job
  const progress: Progress | undefined = await openProgress(
    context,
    settings,
    `${job.tool.name} for ${clip(input.split('\n', 1)[0] ?? '', 60)}`,
  )
  try {
    const run = await simulate(job, input, settings.delay, progress?.onEvent)
    context.state.keep(run)
    progress?.close()
    mark(run, job)
    sink.write(show(run, job))
    return exitOfRun(run, settings)
  } catch (error) {
    progress?.close()
    throw error
  }
}

const failOnOf = ({ failOn }: Settings, tally: Tally): ExitCode =>
  failOn !== undefined &&
  severities.some((severity: Severity) => isAtLeast(severity, failOn) && tally.severities.has(severity))
    ? exitCodes.finding
    : exitCodes.ran

const exitOf = (job: Job, tally: Tally): ExitCode => exitOfTally(tally) || failOnOf(job.settings, tally)

/** Runs several words one after the other; each is shown in full and recorded. */
const runEach = async (job: Job, inputs: readonly string[]): Promise<ExitCode> => {
  const { context, settings, sink } = job
  const tally: Tally = { ran: 0, failed: 0, exits: new Set(), severities: new Map() }
  const fail = (input: string, error: Shown): void => {
    tally.failed++
    tally.exits.add(error.exit)
    if (settings.json) sink.write(jsonFailure(input, error))
    context.err(failureLine(input, error))
  }
  for (const input of inputs) {
    try {
      const run = await simulate(job, input, false)
      context.state.keep(run)
      if (!settings.json && tally.ran > 0) sink.write('\n')
      mark(run, job)
      sink.write(settings.json ? jsonLine(documentOf(run, settings)) : show(run, job))
      tally.ran++
      tally.severities.set(run.verdict.severity, 1)
    } catch (error) {
      const shown = showError(error)
      // Only what is wrong with this input is told in its place; a closed pipe or Ctrl-C ends it all.
      if (!(error instanceof ToolError) || error.code === 'aborted') throw error
      fail(input, shown)
    }
  }
  return exitOf(job, tally)
}

const signalOf = ({ interruption }: Job): AbortSignal => interruption?.signal ?? new AbortController().signal

const runLines = async (job: Job, path: string): Promise<ExitCode> => {
  const { context, tool, settings, sink, usage } = job
  const signal = signalOf(job)
  const { environment, err, plan } = context
  const paint = !settings.plain && sink === toStdout && environment.hasColor(1) ? painted : unpainted
  const progress = batchProgress(context, settings)
  const tally = await runBatch({
    ...settings,
    tool: tool.id,
    plan,
    usage,
    freshSeed: freshSeeds(),
    signal,
    lines: linesOf(path, signal),
    write: (text) => sink.write(text),
    show: settings.json
      ? { run: (run) => jsonLine(documentOf(run, settings)), failure: jsonFailure }
      : {
          run: (run) => listLine(run, environment, paint),
          failure: (input, error) => {
            err(failureLine(input, error))
            return ''
          },
        },
    onProgress: progress.update,
  })
  progress.close()
  if (!settings.quiet) err(batchSummary(tally))
  // No input at all is refused in the words that a blank one is.
  if (tally.ran + tally.failed === 0) await simulate(job, '', false)
  return exitOf(job, tally)
}

const start = async (job: Job, source: Source): Promise<ExitCode> => {
  if (source.kind === 'lines') return runLines(job, source.path)
  if (source.kind === 'whole') return runOne(job, await wholeOf(source.path, signalOf(job)))
  const [input = '', ...more] = source.inputs
  return more.length === 0 ? runOne(job, input) : runEach(job, source.inputs)
}

/** Runs a tool on what the command line names. */
export const runTool = async (tool: Tool, context: Context): Promise<ExitCode> => {
  const settings = readSettings(context)
  const source = sourceOf(context.words, context.given, tool)
  const { output } = context.given
  // Before anything is counted: a result that can't be written costs no run.
  const sink = output === undefined || output === '-' ? toStdout : toFile(output)
  // One run without delay is over before anybody could wish so: it does not pay for listening.
  const isBrief = !settings.delay && sink === toStdout && source.kind === 'words' && source.inputs.length < 2
  const interruption = isBrief ? undefined : listenToSignals()
  const usage = context.state.usage()
  try {
    const code = await start({ context, tool, settings, sink, usage, interruption }, source)
    sink.commit()
    return code
  } catch (error) {
    sink.discard()
    const code = interruption?.exitCode()
    if (code === undefined || (code === exitCodes.cancelled && error instanceof ToolError)) throw error
    context.err('Run cancelled.\n')
    return code
  } finally {
    usage.close()
  }
}
