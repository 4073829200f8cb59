import { createToolbox, findTool, formatText, type ToolRun } from '@netbox/core'
import { type ExitCode, exitCodes } from '../exit.ts'
import { differs, noRun } from '../messages.ts'
import { jsonText } from '../output/json.ts'
import { markLine, reportText } from '../output/report.ts'
import { toFile, toStdout } from '../output/result-file.ts'
import { findRecorded, isRecordedName, readRun, type Recorded } from '../recorded-run.ts'
import type { Command, Context } from './command.ts'
import { readHistoryOf } from './history.ts'

/** Makes a recorded run again: it costs nothing, whatever the plan is, because it ran before. */
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
  // An unknown name reaches the toolbox as it is, which refuses it in its own words.
  return box.run(id ?? (tool as 'mx-record'), input, { seed, scenario, at, world })
}

const isSameData = (one: unknown, other: unknown): boolean =>
  process.getBuiltinModule('node:util').isDeepStrictEqual(one, other)

/** A run, and what to say where it can't be made again as it was recorded. */
interface Replayed {
  readonly run: Recorded
  readonly complaint?: string
}

const replayed = (run: Recorded, isSame: boolean, recorded: string, engine: string): Replayed =>
  isSame ? { run } : { run, complaint: differs(recorded, engine) }

/** Makes a run of the history again. */
export const fromHistory = async (name: string, { state, environment }: Context): Promise<Replayed> => {
  const record = findRecorded(name, readHistoryOf(state, environment.stateFolder))
  const made = await again(record)
  const { severity, sentence } = made.verdict
  const isSame = isSameData(record.verdict, { severity, sentence }) && made.engine === record.engine
  return replayed({ ...made, usage: record.usage }, isSame, record.engine, made.engine)
}

// The formatter shows no usage; a run that was saved without any is whole for it.
const whole = (run: Recorded): ToolRun => ({ usage: { dailyUsed: 0, dailyLimit: -1, remaining: -1 }, ...run })

/** Reads a run that a report can be written of, from a file or stdin ('-'). Throws a `CommandError` for any other. */
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
  // As the file has it: undefined values are left out.
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

/** `netbox replay`: a recorded run again, as it was. */
export const replay: Command = {
  name: 'replay',
  group: 'State',
  arguments: '<@-1|id|run.json>',
  takes: 'run',
  summary: 'show a recorded run again',
  options: ['json', 'plain', 'output'],
  details:
    "@-1 is your last run, @1 the first in 'netbox history'; an execution id or a file that --json wrote will do too, '-' reads one from stdin. " +
    'The run is made again from its seed and costs nothing. It is shown as it was recorded; if it can no longer be made the same, replay says so and exits with 1.',
  run: async (context): Promise<ExitCode> => {
    const [name = ''] = context.words
    const { run, complaint } = await (isRecordedName(name) ? fromHistory(name, context) : fromFile(name))
    print(run, context)
    if (complaint === undefined) return exitCodes.ran
    // Only on stderr: stdout holds the run, and a second document would spoil the first.
    context.err(`${complaint}\n`)
    return exitCodes.failed
  },
}
