import { isToolError, showError, type Shown } from '../command-error.ts'
import type { ExitCode } from '../exit.ts'
import { pauseForSignals } from './interruption.ts'
import { failureLine, jsonFailure, jsonLine } from '../output/json.ts'
import { documentOf } from './run-options.ts'
import type { Tally } from './batch.ts'
import { exitOf, type Job, mark, noteFailure, noteRun, show, simulate } from './job.ts'

/** Runs several inputs one after the other. Shows each report in full and records the run. */
export const runEach = async (job: Job, inputs: readonly string[]): Promise<ExitCode> => {
  const { context, settings, sink } = job
  const tally: Tally = { ran: 0, failed: 0, exits: new Set(), severities: new Map() }
  const fail = (input: string, error: Shown): void => {
    tally.failed++
    tally.exits.add(error.exit)
    noteFailure(job, input, error)
    if (settings.json) sink.write(jsonFailure(input, error))
    context.err(failureLine(input, error))
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
      tally.severities.set(run.verdict.severity, 1)
    } catch (error) {
      const shown = showError(error)
      // Only an error of this input is reported in its place. A closed pipe or Ctrl-C ends the whole job.
      if (!isToolError(error) || error.code === 'aborted') throw error
      fail(input, shown)
    }
  }
  return exitOf(job, tally)
}
