import { clip } from '@netbox/core'
import { isToolError, showError } from '../command-error.ts'
import type { ExitCode } from '../exit.ts'
import { exampleOf } from '../texts/help.ts'
import { refusedInput } from '../texts/messages.ts'
import type { Place } from '../output/gate-reports.ts'
import { openProgress } from '../output/progress.ts'
import { exitOfRun } from './run-options.ts'
import { type Job, mark, noteFailure, noteRun, show, simulate } from './job.ts'

const LONGEST_SUBJECT = 60

const subjectOf = ({ tool }: Job, input: string): string =>
  `${tool.name} for ${clip(input.split('\n', 1)[0] ?? '', LONGEST_SUBJECT)}`

/** Runs one input, shows its progress and result, and records it. `place` is the file that contains the input. */
export const runOne = async (job: Job, input: string, place?: Place): Promise<ExitCode> => {
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
