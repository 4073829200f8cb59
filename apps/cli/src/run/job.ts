import {
  createToolbox,
  isAtLeast,
  type RunEvent,
  severities,
  type Severity,
  type Tool,
  type ToolRun,
} from '@netbox/core'
import { type ExitCode, exitCodes, type Shown } from '../exit.ts'
import type { Interruption } from './interruption.ts'
import type { GateEntry, InputPlace } from '../output/gate-reports.ts'
import { jsonText } from '../output/json.ts'
import { markLine, reportText } from '../output/report.ts'
import { type ResultSink, toStdout } from '../output/result-file.ts'
import { documentOf, type Settings } from './run-options.ts'
import type { FileUsageStore } from '../state/usage-store.ts'
import { exitOfTally, type Tally } from './batch.ts'
import type { Context } from '../commands/context.ts'

/** One call of the command that runs a tool. */
export interface Job {
  readonly context: Context
  readonly tool: Tool
  readonly settings: Settings
  readonly sink: ResultSink
  readonly usage: FileUsageStore
  readonly interruption: Interruption | undefined
  /** The data of reports for CI systems; undefined if no report is requested. */
  readonly gate: GateEntry[] | undefined
}

/** Stores a failed input for the reports. */
export const noteFailure = ({ gate, tool }: Job, input: string, error: Shown): void =>
  void gate?.push({ kind: 'failure', tool: tool.id, input, error })

/** Stores a run for the reports, with the place of its input in a file. */
export const noteRun = ({ gate }: Job, run: ToolRun, place?: InputPlace): void =>
  void gate?.push({ kind: 'run', run, place })

/** Writes a run in the requested format. */
export const show = (run: ToolRun, { settings, context, sink }: Job): string =>
  settings.json
    ? jsonText(documentOf(run, settings))
    : reportText(run, context.environment, { plain: settings.plain, toFile: sink !== toStdout })

/** Prints the simulated mark on the terminal. All other outputs already contain the mark. */
export const mark = (run: ToolRun, { settings, context: { environment, err }, sink }: Job): void => {
  if (!settings.json && !settings.quiet && sink === toStdout && environment.isTerminal(1))
    err(markLine(run, environment, settings.plain))
}

/** Runs the tool on one input and counts the run. */
export const simulate = async (
  job: Job,
  input: string,
  isSlow: boolean,
  onEvent?: (event: RunEvent) => void,
): Promise<ToolRun> => {
  const { tool, settings, usage, context, interruption } = job
  const { seed, scenario, at, world } = settings
  const box = createToolbox({ plan: context.plan, usage, delay: isSlow, surface: 'command' })
  return box.run(tool.id, input, {
    seed,
    scenario,
    at,
    world,
    ...(interruption === undefined ? {} : { signal: interruption.signal }),
    ...(onEvent === undefined ? {} : { onEvent }),
  })
}

/** Returns the signal that ends the job. If the job can't be interrupted, the signal never aborts. */
export const signalOf = ({ interruption }: Job): AbortSignal => interruption?.signal ?? new AbortController().signal

const failOnOf = ({ failOn }: Settings, tally: Tally): ExitCode =>
  failOn !== undefined &&
  severities.some((severity: Severity) => isAtLeast(severity, failOn) && tally.severities.has(severity))
    ? exitCodes.finding
    : exitCodes.ran

/** Returns the exit code of many runs: failures first, then --fail-on. If no input ran, the file of `--output` stays as it was. */
export const exitOf = (job: Job, tally: Tally): ExitCode => {
  if (tally.ran === 0) job.sink.discard()
  return exitOfTally(tally) || failOnOf(job.settings, tally)
}
