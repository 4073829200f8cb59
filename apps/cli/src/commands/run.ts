import { type Tool, ToolError } from '@netbox/core'
import { type ExitCode, exitCodes } from '../exit.ts'
import { type Source, sourceOf, wholeOf } from '../inputs.ts'
import { listenToSignals } from '../interruption.ts'
import { runCancelled } from '../messages.ts'
import { toFile, toStdout } from '../output/result-file.ts'
import { readSettings } from '../settings.ts'
import type { Context } from './command.ts'
import { type Job, signalOf } from './job.ts'
import { runEach } from './run-each.ts'
import { runLines } from './run-lines.ts'
import { runOne } from './run-one.ts'

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
    context.err(`${runCancelled}\n`)
    return code
  } finally {
    interruption?.close()
    usage.close()
  }
}
