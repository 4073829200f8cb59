import { createToolbox, formatText, type ToolRun, withFindingUrls } from '@netbox/core'
import { type ExitCode, exitCodes } from '../exit.ts'
import { differs, noRun } from '../texts/messages.ts'
import { jsonLine, jsonText } from '../output/json.ts'
import { markLine, reportText } from '../output/report.ts'
import { sinkOf, toStdout } from '../output/result-file.ts'
import { siteOf } from '../state/api-url.ts'
import { findRecorded, isRecordedName, readRun, readRuns, type Recorded } from '../state/recorded-run.ts'
import type { Command, Context } from './context.ts'
import { readHistoryOf } from './history.ts'

/** Repeats a recorded run. The repeated run is not counted and needs no plan, because it was allowed before. */
const again = async ({
  tool,
  input,
  seed,
  scenario,
  at,
  world,
}: Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'world'>): Promise<ToolRun> => {
  const box = createToolbox({ plan: 'enterprise', surface: 'command' })
  return box.run(tool, input, { seed, scenario, at, world })
}

const isSameData = (one: unknown, other: unknown): boolean =>
  process.getBuiltinModule('node:util').isDeepStrictEqual(one, other)

/** A repeated run, with a warning if it differs from the record. */
interface Replayed {
  readonly run: Recorded
  readonly complaint?: string
}

const replayed = (run: Recorded, isSame: boolean, recorded: string, engine: string): Replayed =>
  isSame ? { run } : { run, complaint: differs(recorded, engine) }

/** Repeats a run from the history. */
export const fromHistory = async (name: string, { state, environment }: Context): Promise<Replayed> => {
  const record = findRecorded(name, readHistoryOf(state, environment.stateFolder))
  const made = await again(record)
  const { severity, sentence } = made.verdict
  const isSame = isSameData(record.verdict, { severity, sentence }) && made.engine === record.engine
  const run = withFindingUrls({ ...made, usage: record.usage }, siteOf(environment))
  return replayed(run, isSame, record.engine, made.engine)
}

// Adds an empty usage to a run that was saved without it. The formatter does not show usage.
const whole = (run: Recorded): ToolRun => ({ usage: { dailyUsed: 0, dailyLimit: -1, remaining: -1 }, ...run })

/** Checks that a run from a file has a report. Throws a `CommandError` otherwise. */
const requireReport = (run: Recorded, path: string): Recorded => {
  try {
    formatText(whole(run))
  } catch {
    throw noRun(path)
  }
  return run
}

/** Reads a run with a report from a file or stdin ('-'). Throws a `CommandError` if the data is not a run with a report. */
export const readReport = (path: string): Recorded => requireReport(readRun(path), path)

const fromRecord = async (recorded: Recorded): Promise<Replayed> => {
  const made = await again(recorded)
  const { usage: _counted, ...fresh } = made
  const { usage: _recorded, findings, ...rest } = recorded
  // The address of a finding belongs to a service, so it is no part of the simulated run.
  const bare = findings.map(({ url: _url, ...finding }) => finding)
  // Converting the fresh run to JSON and back removes its undefined values, which the file can't contain.
  const isSame = isSameData(JSON.parse(JSON.stringify(fresh)), { ...rest, findings: bare })
  return replayed(recorded, isSame, recorded.engine, made.engine)
}

const print = (runs: readonly Recorded[], { options, environment, err }: Context): void => {
  const sink = sinkOf(options.output)
  const plain = options.plain !== undefined
  const json = runs.length === 1 ? jsonText : jsonLine
  for (const [index, run] of runs.entries()) {
    if (options.json === undefined && sink === toStdout && environment.isTerminal(1))
      err(markLine(whole(run), environment, plain))
    if (options.json === undefined && index > 0) sink.write('\n')
    sink.write(
      options.json === undefined
        ? reportText(whole(run), environment, { plain, toFile: sink !== toStdout })
        : json(run),
    )
  }
  sink.commit()
}

/** `netbox replay` repeats a recorded run. */
export const replay: Command = {
  name: 'replay',
  group: 'Recorded runs',
  arguments: '<@-1|id|run.json>',
  takes: 'run',
  summary: 'show recorded runs again',
  options: ['json', 'plain', 'output'],
  details:
    "@-1 is your last run, @1 the first in 'netbox history'. You can also give an execution id, a file that --json wrote, or '-' for stdin. " +
    'A file may have several runs, one per line; replay leaves out the lines of failed inputs. ' +
    'netbox repeats each run from its seed, shows it as it was recorded, and does not count it. If a repeated run differs, replay reports it and exits with 1.',
  run: async (context): Promise<ExitCode> => {
    const [name = ''] = context.words
    const replays: Replayed[] = []
    if (isRecordedName(name)) replays.push(await fromHistory(name, context))
    else for (const run of readRuns(name)) replays.push(await fromRecord(requireReport(run, name)))
    print(
      replays.map(({ run }) => run),
      context,
    )
    // Warnings go only to stderr, because stdout contains the runs and must stay JSON.
    const complaints = replays.flatMap(({ complaint }) => complaint ?? [])
    for (const complaint of new Set(complaints)) context.say(complaint)
    return complaints.length === 0 ? exitCodes.ran : exitCodes.failed
  },
}
