import type { ExitCode } from '../exit.ts'
import { linesOf } from './inputs.ts'
import { batchProgress, batchSummary } from '../output/progress.ts'
import type { Place } from '../output/gate-reports.ts'
import { failureLine, jsonFailure, jsonLine } from '../output/json.ts'
import { painted, unpainted } from '../output/paint.ts'
import { listLine } from '../output/report.ts'
import { toStdout } from '../output/result-file.ts'
import { documentOf } from './run-options.ts'
import { type Batch, runBatch } from './batch.ts'
import { exitOf, type Job, noteFailure, noteRun, signalOf, simulate } from './job.ts'

/** Returns the functions that format each result: as NDJSON, or as one line of a list. */
const showOf = ({ context: { environment, err }, settings, sink }: Job): Batch['show'] => {
  if (settings.json)
    return {
      run: (run) => jsonLine(documentOf(run, settings)),
      failure: (input, error) => {
        // If no line runs, the file stays as it was, so its errors are shown here.
        if (sink !== toStdout) err(failureLine(input, error))
        return jsonFailure(input, error)
      },
    }
  const paint = !settings.plain && sink === toStdout && environment.hasColor(1) ? painted : unpainted
  return {
    run: (run) => listLine(run, environment, paint),
    failure: (input, error) => {
      err(failureLine(input, error))
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
  placeOf: (index: number) => Place | undefined,
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
export const runLines = async (job: Job, path: string): Promise<ExitCode> => {
  const { context, tool, settings, sink, usage } = job
  const signal = signalOf(job)
  const progress = batchProgress(context, settings)
  // The numbers of the lines, for the reports.
  const numbers: number[] = []
  const note = job.gate === undefined ? undefined : (number: number) => void numbers.push(number)
  const placeOf = (index: number): Place | undefined => (path === '-' ? undefined : { path, line: numbers[index] ?? 1 })
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
