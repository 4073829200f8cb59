import { createToolbox, findTool, formatText, type ToolRun } from '@netbox/core'
import { type ExitCode, exitCodes } from '../exit.ts'
import { differs, noRun } from '../messages.ts'
import { jsonText } from '../output/json.ts'
import { markLine, reportText } from '../output/report.ts'
import { toFile, toStdout } from '../output/result-file.ts'
import { findRecorded, isRecordedName, readRun, type Recorded } from '../recorded-run.ts'
import type { Command, Context } from './command.ts'
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
  const id = findTool(tool)?.id
  const box = createToolbox({ plan: 'enterprise', surface: 'command' })
  // For an unknown tool, the toolbox throws its own error.
  return box.run(id ?? (tool as 'mx-record'), input, { seed, scenario, at, world })
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
  return replayed({ ...made, usage: record.usage }, isSame, record.engine, made.engine)
}

// Adds an empty usage to a run that was saved without it. The formatter does not show usage.
const whole = (run: Recorded): ToolRun => ({ usage: { dailyUsed: 0, dailyLimit: -1, remaining: -1 }, ...run })

/** Reads a run with a report from a file or stdin ('-'). Throws a `CommandError` if the data is not a run with a report. */
export const readReport = (path: string): Recorded => {
  const run = readRun(path)
  try {
    formatText(whole(run))
  } catch {
    throw noRun(path)
  }
  return run
}

const fromFile = async (path: string): Promise<Replayed> => {
  const recorded = readReport(path)
  const made = await again(recorded)
  const { usage: _counted, ...fresh } = made
  const { usage: _recorded, ...rest } = recorded
  // Converting the fresh run to JSON and back removes its undefined values, which the file can't contain.
  const isSame = isSameData(JSON.parse(JSON.stringify(fresh)), rest)
  return replayed(recorded, isSame, recorded.engine, made.engine)
}

const print = (run: Recorded, { options, environment, err }: Context): void => {
  const sink = options.output === undefined || options.output === '-' ? toStdout : toFile(options.output)
  const plain = options.plain !== undefined
  if (options.json === undefined && sink === toStdout && environment.isTerminal(1))
    err(markLine(whole(run), environment, plain))
  sink.write(
    options.json === undefined
      ? reportText(whole(run), environment, { plain, toFile: sink !== toStdout })
      : jsonText(run),
  )
  sink.commit()
}

/** `netbox replay` repeats a recorded run. */
export const replay: Command = {
  name: 'replay',
  group: 'State',
  arguments: '<@-1|id|run.json>',
  takes: 'run',
  summary: 'show a recorded run again',
  options: ['json', 'plain', 'output'],
  details:
    "@-1 is your last run, @1 the first in 'netbox history'. You can also give an execution id, a file that --json wrote, or '-' for stdin. " +
    'netbox repeats the run from its seed, shows it as it was recorded, and does not count it. If the repeated run differs, replay reports it and exits with 1.',
  run: async (context): Promise<ExitCode> => {
    const [name = ''] = context.words
    const { run, complaint } = await (isRecordedName(name) ? fromHistory(name, context) : fromFile(name))
    print(run, context)
    if (complaint === undefined) return exitCodes.ran
    // The warning goes only to stderr, because stdout contains the run and must stay one document.
    context.err(`${complaint}\n`)
    return exitCodes.failed
  },
}
