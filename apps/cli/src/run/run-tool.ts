import type { Tool } from '@netbox/core'
import { isToolError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { findSource, type Source, wholeOf } from './inputs.ts'
import { listenToSignals } from './interruption.ts'
import { runCancelled } from '../texts/messages.ts'
import { type GateEntry, junitText, sarifText } from '../output/gate-reports.ts'
import { type ResultSink, sinkOf, toStdout } from '../output/result-file.ts'
import { readSettings, type Settings } from './run-options.ts'
import type { Context } from '../commands/command.ts'
import { type Job, signalOf } from './job.ts'
import { runEach } from './run-each.ts'
import { runLines } from './run-lines.ts'
import { runOne } from './run-one.ts'

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
const openGate = ({ options: { junit, sarif } }: Context, { failOn = 'critical' }: Settings): Gate | undefined => {
  if (junit === undefined && sarif === undefined) return undefined
  const entries: GateEntry[] = []
  const sinks = [
    ...(junit === undefined ? [] : [{ sink: sinkOf(junit), text: () => junitText(entries, failOn) }]),
    ...(sarif === undefined ? [] : [{ sink: sinkOf(sarif), text: () => sarifText(entries) }]),
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
  const gate = openGate(context, settings)
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
    context.err(`${runCancelled}\n`)
    return code
  } finally {
    closeGate(gate)
    interruption?.close()
    usage.close()
  }
}
