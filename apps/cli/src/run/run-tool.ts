import { type Tool, clip } from '@netbox/core'
import { isToolError, type ExitCode, exitCodes, showError, type Shown, exitOfRun } from '../exit.ts'
import { findSource, type Source, wholeOf, linesOf } from './inputs.ts'
import { listenToSignals, pauseForSignals } from './interruption.ts'
import { runCancelled, refusedInput } from '../texts/messages.ts'
import { type GateEntry, junitText, sarifText, type InputPlace } from '../output/gate-reports.ts'
import { type ResultSink, sinkOf, toStdout } from '../output/result-file.ts'
import { readSettings, type Settings, documentOf } from './run-options.ts'
import type { Context } from '../commands/context.ts'
import { type Job, signalOf, mark, noteFailure, noteRun, show, simulate, exitOf } from './job.ts'
import { exampleOf } from '../texts/help.ts'
import { openProgress, batchProgress, batchSummary } from '../output/progress.ts'
import { failureLine, jsonFailure, jsonLine } from '../output/json.ts'
import { type Tally, type Batch, runBatch } from './batch.ts'
import { painted, unpainted } from '../output/terminal.ts'
import { listLine } from '../output/report.ts'

/** Returns the functions that format each result: as NDJSON, or as one line of a list. */
const showOf = ({ context: { environment, say }, settings, sink }: Job): Batch['show'] => {
  if (settings.json)
    return {
      run: (run) => jsonLine(documentOf(run, settings)),
      failure: (input, error) => {
        // If no line runs, the file stays as it was, so its errors are shown here.
        if (sink !== toStdout) say(failureLine(input, error))
        return jsonFailure(input, error)
      },
    }
  const paint = !settings.plain && sink === toStdout && environment.hasColor(1) ? painted : unpainted
  return {
    run: (run) => listLine(run, environment, paint),
    failure: (input, error) => {
      say(failureLine(input, error))
      return ''
    },
  }
}

/**
 * Returns the same functions, which also store each result for the reports of CI systems. `placeOf` returns the place of the nth input.
 */
const noting = (
  job: Job,
  { run: showRun, failure }: Batch['show'],
  placeOf: (index: number) => InputPlace | undefined,
): Batch['show'] => ({
  run: (run) => {
    noteRun(job, run, placeOf(job.gate?.length ?? 0))
    return showRun(run)
  },
  failure: (input, error) => {
    noteFailure(job, input, error)
    return failure(input, error)
  },
})

/** Runs every line of a file or of stdin, without delays and without recording. */
const runLines = async (job: Job, path: string): Promise<ExitCode> => {
  const { context, tool, settings, sink, usage } = job
  const signal = signalOf(job)
  const progress = batchProgress(context, settings)
  // The numbers of the lines, for the reports.
  const numbers: number[] = []
  const note = job.gate === undefined ? undefined : (number: number) => void numbers.push(number)
  const placeOf = (index: number): InputPlace | undefined =>
    path === '-' ? undefined : { path, line: numbers[index] ?? 1 }
  const tally = await runBatch({
    ...settings,
    tool: tool.id,
    plan: context.plan,
    usage,
    signal,
    lines: linesOf(path, signal, note),
    write: sink.write,
    show: noting(job, showOf(job), placeOf),
    onProgress: progress.update,
  })
  progress.close()
  // Running a blank input reports the missing input.
  if (tally.ran + tally.failed === 0) await simulate(job, '', false)
  if (!settings.quiet) context.err(batchSummary(tally))
  return exitOf(job, tally)
}

/** Runs several inputs one after the other. Shows each report in full and records the run. */
const runEach = async (job: Job, inputs: readonly string[]): Promise<ExitCode> => {
  const { context, settings, sink } = job
  const tally: Tally = { ran: 0, failed: 0, exits: new Set(), severities: new Set() }
  const fail = (input: string, error: Shown): void => {
    tally.failed++
    tally.exits.add(error.exit)
    noteFailure(job, input, error)
    if (settings.json) sink.write(jsonFailure(input, error))
    context.say(failureLine(input, error))
  }
  const pause = pauseForSignals(job.interruption?.signal)
  for (const input of inputs) {
    await pause()
    try {
      const run = await simulate(job, input, false)
      context.state.keep(run)
      noteRun(job, run)
      if (!settings.json && tally.ran > 0) sink.write('\n')
      mark(run, job)
      sink.write(settings.json ? jsonLine(documentOf(run, settings)) : show(run, job))
      tally.ran++
      tally.severities.add(run.verdict.severity)
    } catch (error) {
      const shown = showError(error)
      // Only an error of this input is reported in its place. A closed pipe or Ctrl-C ends the whole job.
      if (!isToolError(error) || error.code === 'aborted') throw error
      fail(input, shown)
    }
  }
  return exitOf(job, tally)
}

const LONGEST_SUBJECT = 60

const subjectOf = ({ tool }: Job, input: string): string =>
  `${tool.name} for ${clip(input.split('\n', 1)[0] ?? '', LONGEST_SUBJECT)}`

/** Runs one input, shows its progress and result, and records it. `place` is the file that contains the input. */
const runOne = async (job: Job, input: string, place?: InputPlace): Promise<ExitCode> => {
  const { context, settings, sink } = job
  const progress = await openProgress(context, settings, () => subjectOf(job, input))
  try {
    const run = await simulate(job, input, settings.delay, progress?.onEvent)
    context.state.keep(run)
    noteRun(job, run, place)
    progress?.close()
    mark(run, job)
    sink.write(show(run, job))
    return exitOfRun(run, settings)
  } catch (error) {
    progress?.close()
    noteFailure(job, input, showError(error))
    throw isToolError(error) && error.code === 'invalid_input' ? refusedInput(error, input, exampleOf(job.tool)) : error
  }
}

const start = async (job: Job, source: Source): Promise<ExitCode> => {
  if (source.kind === 'lines') return runLines(job, source.path)
  if (source.kind === 'whole') {
    const { path } = source
    return runOne(job, await wholeOf(path, signalOf(job)), path === '-' ? undefined : { path, line: 1 })
  }
  const [input = '', ...more] = source.inputs
  return more.length === 0 ? runOne(job, input) : runEach(job, source.inputs)
}

interface Gate {
  readonly entries: GateEntry[]
  readonly sinks: readonly { readonly sink: ResultSink; readonly text: () => string }[]
}

/** Opens the reports for CI systems before any run is counted, so that an unwritable report costs no run. */
const openGate = async (
  { options: { junit, sarif } }: Context,
  { failOn = 'critical', site }: Settings,
): Promise<Gate | undefined> => {
  if (junit === undefined && sarif === undefined) return undefined
  const { findFinding } = await import('@netbox/core/findings')
  const entries: GateEntry[] = []
  const sinks = [
    ...(junit === undefined ? [] : [{ sink: sinkOf(junit), text: () => junitText(entries, failOn, site) }]),
    ...(sarif === undefined ? [] : [{ sink: sinkOf(sarif), text: () => sarifText(entries, { findFinding, site }) }]),
  ]
  return { entries, sinks }
}

const closeGate = (gate: Gate | undefined): void => {
  for (const { sink, text } of gate?.sinks ?? []) {
    if (gate?.entries.length === 0) sink.discard()
    else {
      sink.write(text())
      sink.commit()
    }
  }
}

/** Runs a tool on the inputs of the command line. */
export const runTool = async (tool: Tool, context: Context): Promise<ExitCode> => {
  const settings = await readSettings(context)
  const source = await findSource(context, tool)
  const { output } = context.options
  // Opened before any run is counted, so that an unwritable file costs no run.
  const sink = sinkOf(output)
  const gate = await openGate(context, settings)
  // One run without delay ends too fast to be interrupted, so it needs no signal handlers.
  const isBrief = !settings.delay && sink === toStdout && source.kind === 'words' && source.inputs.length < 2
  const interruption = isBrief ? undefined : listenToSignals()
  const usage = context.state.usage()
  try {
    const code = await start({ context, tool, settings, sink, usage, interruption, gate: gate?.entries }, source)
    sink.commit()
    return code
  } catch (error) {
    sink.discard()
    const code = interruption?.exitCode()
    if (code === undefined || (code === exitCodes.cancelled && isToolError(error))) throw error
    context.say(runCancelled)
    return code
  } finally {
    closeGate(gate)
    interruption?.close()
    usage.close()
  }
}
