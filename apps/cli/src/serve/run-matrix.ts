import { appendFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { openWorld, plainText, type ScenarioText, WORLD_VERSION } from '@netbox/core'
import { type InternetWorld, scenarioFor, withMaps } from '@netbox/simulated-internet'
import { findObstacle } from '@netbox/simulated-internet/namespace'
import type { Context } from '../commands/context.ts'
import type { GivenWorld } from '../run/run-options.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { createTheme } from '../output/terminal.ts'
import { listenToSignals } from '../run/interruption.ts'
import { wholeNumber } from '../run/run-options.ts'
import { matrixTexts, noExpectations, noTimeout } from '../texts/matrix-texts.ts'
import { unwritable } from '../texts/messages.ts'
import { serveTexts } from '../texts/serve-texts.ts'
import { createAgain } from '../matrix/again.ts'
import { type Change, compareOutcomes, readExpectations, writeExpectations } from '../matrix/expectations.ts'
import { faultsNamed } from '../matrix/faults.ts'
import {
  type CommandRun,
  type FailedBaseline,
  type Matrix,
  type MatrixPlan,
  measureMatrix,
  type RunIn,
} from '../matrix/matrix.ts'
import { type MatrixReport, matrixDocument, matrixJunit, matrixMarkdown } from '../matrix/matrix-reports.ts'
import { bad, worstFirst } from '../matrix/outcomes.ts'
import { openCommandRuns } from './run-command.ts'
import { progressLine, matrixLines, rowsOf, runningLines, type TableFrame, type TableStyle } from '../matrix/table.ts'

/** The limit of the healthy run, in milliseconds. A program that takes longer fits no matrix. */
const BASELINE_LIMIT = 600_000
export const MOST_JOBS = 64
/** A time in which a command can try again within the limit of its run, in seconds. */
const GREYLIST_WAIT = 2
const MOST_RUNS = 100
const LAST_LINES = 10
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** Parses a time limit, in milliseconds: `60s`, `500ms`, `2m`, or a number of seconds. Throws a `CommandError` for any other text. */
export const readTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const [, number = '', unit = 's'] = /^(\d{1,6})(ms|s|m)?$/.exec(text.trim()) ?? []
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN)
  if (number === '' || milliseconds === 0 || milliseconds > BASELINE_LIMIT) throw noTimeout(text)
  return milliseconds
}

const lastLines = (output: string): string[] => {
  const lines = output
    .trimEnd()
    .split(/\r?\n/)
    .slice(-LAST_LINES)
    .map((line) => `  ${plainText(line)}`)
  return output.trim() === '' ? [`  ${matrixTexts.noOutput}`] : lines
}

/** The tools of netbox read the world itself, so they notice faults without a question to a server. */
const isNetbox = (word: string | undefined): boolean => word !== undefined && /^netbox(?:\.cjs)?$/.test(basename(word))

/** Reads the plan of a matrix from the options. */
const planOf = ({ options, words }: Context): MatrixPlan => ({
  faults: faultsNamed(options.only ?? options.faults),
  runsAll: options.all !== undefined || options.only !== undefined || isNetbox(words[0]),
  hasPairs: options.pairs !== undefined,
  repeat: wholeNumber('repeat', options.repeat, [1, MOST_RUNS], 1),
  jobs: wholeNumber('jobs', options.jobs, [1, MOST_JOBS], availableParallelism()),
  limit: readTimeout(options.timeout),
  baselineLimit: readTimeout(options.timeout) ?? BASELINE_LIMIT,
})

/** Shows the progress on stderr: a table on a terminal, and lines elsewhere. */
const openProgress = async (
  { options, environment, say }: Context,
  frame: () => TableFrame,
): Promise<{ readonly update: (matrix: Matrix) => void; readonly close: () => void }> => {
  if (options.quiet !== undefined) return { update: () => undefined, close: () => undefined }
  const isTable =
    environment.isTerminal(2) &&
    !environment.noAnimation &&
    !environment.isScreenReader &&
    options.plain === undefined &&
    options.json === undefined
  if (!isTable) {
    const told = new Set<ScenarioText>()
    return {
      update: (matrix) => {
        for (const row of rowsOf(matrix))
          if (row.hasRun && !told.has(row.fault)) {
            told.add(row.fault)
            say(progressLine(row))
          }
      },
      close: () => undefined,
    }
  }
  const { showLines } = await import('../screens/screens.tsx')
  const style = styleOf({ options, environment }, 2)
  let latest: Matrix | undefined
  const shown = showLines(createTheme(environment, 2, 'inline'), () =>
    latest === undefined ? [matrixTexts.healthyRunning] : runningLines(latest, frame(), style, performance.now()),
  )
  return { update: (matrix) => (latest = matrix), close: shown.close }
}

const styleOf = ({ options, environment }: Pick<Context, 'options' | 'environment'>, stream: 1 | 2): TableStyle => {
  // In a pipe, lines have all their words, so that `grep` finds them.
  const isPlain = options.plain !== undefined || !environment.isTerminal(stream)
  return {
    width: environment.isTerminal(stream) ? environment.width(stream) : Infinity,
    glyphs: environment.glyphs,
    isPlain,
    paint: createTheme(environment, stream, 'inline', isPlain).paint,
    isVerbose: options.verbose !== undefined,
  }
}

/** Lists the outcomes that differ from the expected ones. */
const changeLines = (changes: readonly Change[], matrix: Matrix, frame: TableFrame, style: TableStyle): string[] => {
  if (changes.length === 0) return [matrixTexts.asExpected(matrix.rows.size)]
  const rows = new Map(changes.map(({ row }) => [row.fault, row]))
  const table = matrixLines({ ...matrix, faults: [...rows.keys()], rows }, frame, { ...style, isPlain: true })
  const notes = changes.map(
    ({ row, expected, isWorse }) =>
      `${isWorse ? matrixTexts.worse : matrixTexts.better}: ${row.fault} ${row.outcome}, ${expected === undefined ? matrixTexts.isNew : matrixTexts.was(expected)}`,
  )
  return [...table.slice(3), '', ...notes]
}

const exitOf = (matrix: Matrix, changes: readonly Change[] | undefined): ExitCode => {
  const isBad =
    changes === undefined
      ? [...matrix.rows.values()].some(({ outcome }) => outcome === 'failed' || outcome === 'hung')
      : changes.some(({ isWorse }) => isWorse)
  return isBad ? exitCodes.finding : exitCodes.ran
}

const endText = ({ code, isHung }: CommandRun, limit: number): string =>
  isHung ? `did not end within ${limit / 1000} s` : `ended with exit code ${code}`

const failBaseline = ({ run }: FailedBaseline, plan: MatrixPlan, { say, options, out }: Context): ExitCode => {
  const end = endText(run, plan.baselineLimit)
  if (options.json !== undefined)
    out(
      jsonText({
        error: { code: 'unhealthy', title: 'Unhealthy', message: `In the healthy world, the command ${end}.` },
      }),
    )
  say(matrixTexts.healthyFailed(end, lastLines(run.output)))
  return exitCodes.usage
}

/** Writes the files that the options ask for, each even if another can't be written. Returns whether all are written. */
const writeFiles = (measured: MatrixReport, isNew: boolean, { options, environment, say }: Context): boolean => {
  const write = (path: string | undefined, save: (path: string) => void): boolean => {
    if (path === undefined) return true
    try {
      save(path)
      return true
    } catch (error) {
      say(unwritable(path, error).message)
      return false
    }
  }
  const results = [
    write(options.junit, (path) => writeFileSync(path, matrixJunit(measured))),
    write(environment.githubSummary, (path) => appendFileSync(path, matrixMarkdown(measured))),
    write(isNew ? options.expect : undefined, (path) => {
      writeExpectations(path, measured.seed, rowsOf(measured.matrix))
      say(matrixTexts.wrote(path))
    }),
  ]
  return results.every(Boolean)
}

/** Prints the matrix. Returns the exit code. */
const print = (measured: MatrixReport, frame: TableFrame, context: Context): ExitCode => {
  const { options, out } = context
  const { matrix, changes } = measured
  const style = styleOf(context, 1)
  if (options.json !== undefined) out(jsonText(matrixDocument(measured)))
  else {
    const lines = changes === undefined ? matrixLines(matrix, frame, style) : changeLines(changes, matrix, frame, style)
    out(`${lines.join('\n')}\n`)
    const shown = changes?.filter(({ isWorse }) => isWorse).map(({ row }) => row) ?? rowsOf(matrix)
    const [worst] = shown.toSorted(worstFirst)
    if (worst !== undefined && bad.has(worst.outcome)) {
      const [again, shrink] = [measured.again(worst.fault), measured.shrink(worst.fault)]
      out(`\n${matrixTexts.again}   ${again}\n${matrixTexts.shrink}  ${shrink}\n`)
    }
  }
  return exitOf(matrix, changes)
}

/** Runs the command of `netbox matrix` in every world. Returns the exit code. */
export const runMatrix = async ({ world: document, keys }: GivenWorld, context: Context): Promise<number> => {
  const { options, words, environment, say } = context
  const plan = planOf(context)
  const expected = options.expect === undefined ? undefined : readExpectations(options.expect)
  if (options.expect !== undefined && expected === undefined && environment.isCi) throw noExpectations(options.expect)
  const { domains, startAt, map: maps } = options
  const known = { domains, startAt, maps, world: document, keys, greylistWait: GREYLIST_WAIT }
  // The seed of the file, so that both runs have the same world. A new one is generated once for all runs.
  const { seed } = openWorld(
    { seed: options.seed ?? expected?.seed ?? environment.seed, world: { known: false } },
    Date.now,
  ).world
  const worldOf = (scenario: ScenarioText): InternetWorld => ({ ...known, seed, scenario })
  // Checks the options before anything starts.
  for (const scenario of ['healthy' as const, ...plan.faults])
    openWorld(
      { seed, scenario: scenarioFor(worldOf(scenario)), world: withMaps(document, maps), at: startAt },
      Date.now,
    )
  const obstacle = options.loopback === undefined ? findObstacle() : undefined
  const isLoopback = options.loopback !== undefined || obstacle !== undefined
  if (options.quiet === undefined) {
    say(serveTexts.mark(WORLD_VERSION, seed, document !== undefined))
    if (obstacle !== undefined) say(obstacle)
    if (isLoopback) say(matrixTexts.loopback)
  }
  const since = performance.now()
  const frame = (): TableFrame => ({
    jobs: plan.jobs,
    hasUsualLimit: plan.limit === undefined,
    milliseconds: performance.now() - since,
  })
  const interruption = listenToSignals()
  const failure = new AbortController()
  const signal = AbortSignal.any([interruption.signal, failure.signal])
  const runs = openCommandRuns({ command: words, environment, isLoopback, signal })
  const runIn: RunIn = async (scenario, compare, limit) => runs.run({ world: worldOf(scenario), compare, limit })
  const progress = await openProgress(context, frame)
  let latest: Matrix | undefined
  try {
    const measured = await measureMatrix(plan, runIn, (matrix) => {
      latest = matrix
      progress.update(matrix)
    }).catch((error: unknown) => {
      failure.abort(error)
      if (interruption.exitCode() === undefined) throw error
      return latest
    })
    progress.close()
    if (measured === undefined) return interruption.exitCode() ?? exitCodes.failed
    if ('run' in measured) return failBaseline(measured, plan, context)
    const code = interruption.exitCode()
    if (code !== undefined) say(matrixTexts.interrupted(measured.rows.size, measured.faults.length))
    const again = createAgain(options, seed, words)
    const isWhole = code === undefined
    const changes = expected === undefined || !isWhole ? undefined : compareOutcomes(rowsOf(measured), expected)
    const report: MatrixReport = {
      matrix: measured,
      command: words,
      seed,
      document,
      isEnclosed: !isLoopback,
      again: (fault) => again('serve', fault),
      shrink: (fault) => again('shrink', fault),
      changes,
    }
    const reported = print(report, frame(), context)
    // After the table, so that a full disk loses nothing of it.
    const areWritten = writeFiles(report, expected === undefined && isWhole, context)
    return code ?? (areWritten ? reported : exitCodes.failed)
  } finally {
    progress.close()
    runs.close()
    interruption.close()
  }
}
