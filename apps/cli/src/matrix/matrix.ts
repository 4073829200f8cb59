import type { ScenarioText } from '@netbox/core'
import type { FirstDifference, Met, Questions } from '@netbox/simulated-internet/namespace'
import { type FailingTests, failingTests } from './failing-tests.ts'
import { pairsOf } from './faults.ts'
import type { MatrixOutcome } from './outcomes.ts'

/** One run of the command in one world. */
export interface CommandRun {
  /** The exit code, or 128 + n if signal n ended the command. */
  readonly code: number
  readonly milliseconds: number
  /** Whether netbox ended the command at its limit. */
  readonly isHung: boolean
  /** The end of what the command printed. */
  readonly output: string
  readonly met: Met
}

/** One fault and how the command took it. */
export interface MatrixRow {
  readonly fault: ScenarioText
  readonly outcome: MatrixOutcome
  /** Whether the command ran under the fault. It doesn't if it can't notice it. */
  readonly hasRun: boolean
  /** The exit code of the first run that shows the outcome. */
  readonly code: number | undefined
  readonly milliseconds: number | undefined
  /** The first answer that the fault changed. */
  readonly difference: FirstDifference | undefined
  readonly tests: FailingTests
  /** How often the command passed, of how many runs. */
  readonly passed: readonly [passed: number, runs: number]
}

/** The command in the healthy world. */
export interface Baseline {
  readonly milliseconds: number
  readonly questions: Questions
}

/** The state of the matrix while it is measured, and at its end. */
export interface Matrix {
  readonly baseline: Baseline
  /** The faults in order. */
  readonly faults: readonly ScenarioText[]
  readonly rows: ReadonlyMap<ScenarioText, MatrixRow>
  /** The faults under which the command runs now, and since when, in milliseconds of `performance.now()`. */
  readonly running: ReadonlyMap<ScenarioText, number>
  readonly limit: number
}

/** The subject of a measurement. */
export interface MatrixPlan {
  readonly faults: readonly ScenarioText[]
  /** Whether faults that the command can't notice are run, too. */
  readonly runsAll: boolean
  readonly hasPairs: boolean
  readonly repeat: number
  readonly jobs: number
  /** The limit of a run, in milliseconds; undefined for one that follows from the healthy run. */
  readonly limit: number | undefined
  /** The limit of the healthy run, in milliseconds. */
  readonly baselineLimit: number
}

/** A function that runs the command in the world of a scenario. */
export type RunIn = (scenario: ScenarioText, compare: readonly ScenarioText[], limit: number) => Promise<CommandRun>

/** The command failed in the healthy world, so nothing can be said about faults. */
export interface FailedBaseline {
  readonly run: CommandRun
}

const LEAST_LIMIT = 30_000
const SLOWER = 10

/** Returns the outcome of runs of the same command under the same fault. */
const outcomeOf = (runs: readonly CommandRun[]): MatrixOutcome => {
  const results = new Set(runs.map(({ code, isHung }) => (isHung ? 'hung' : code === 0 ? 'passed' : 'failed')))
  if (results.size > 1) return 'unstable'
  if (results.has('hung')) return 'hung'
  if (results.has('failed')) return 'failed'
  return runs.some(({ met }) => met.difference !== undefined) ? 'survived' : 'not-met'
}

const rowOf = (fault: ScenarioText, runs: readonly CommandRun[]): MatrixRow => {
  const shown = runs.find(({ code, isHung }) => isHung || code !== 0) ?? runs[0]
  return {
    fault,
    outcome: outcomeOf(runs),
    hasRun: true,
    code: shown?.code,
    milliseconds: shown?.milliseconds,
    difference: runs.map(({ met }) => met.difference).find((difference) => difference !== undefined),
    tests: failingTests(shown?.code === 0 ? '' : (shown?.output ?? '')),
    passed: [runs.filter(({ code, isHung }) => code === 0 && !isHung).length, runs.length],
  }
}

const notMet = (fault: ScenarioText): MatrixRow => ({
  fault,
  outcome: 'not-met',
  hasRun: false,
  code: undefined,
  milliseconds: undefined,
  difference: undefined,
  tests: { names: [], count: undefined },
  passed: [0, 0],
})

/** Calls a function for every entry, some at the same time, in order. */
const inParallel = async <Entry>(
  entries: readonly Entry[],
  jobs: number,
  work: (entry: Entry) => Promise<void>,
): Promise<void> => {
  const waiting = entries.values()
  const worker = async (): Promise<void> => {
    for (const entry of waiting) await work(entry)
  }
  await Promise.all(Array.from({ length: Math.min(jobs, entries.length) }, worker))
}

/**
 * Runs the command in the healthy world, and then once under each fault that it can notice. Calls `onChange` with the matrix after each
 * change. If a run rejects, as at an interruption, the last matrix is all that is known.
 */
export const measureMatrix = async (
  plan: MatrixPlan,
  runIn: RunIn,
  onChange: (matrix: Matrix) => void,
): Promise<Matrix | FailedBaseline> => {
  const { repeat, jobs, runsAll, hasPairs } = plan
  const healthy = await runIn('healthy', runsAll ? [] : plan.faults, plan.baselineLimit)
  if (healthy.code !== 0 || healthy.isHung) return { run: healthy }
  const limit = plan.limit ?? Math.max(LEAST_LIMIT, SLOWER * healthy.milliseconds)
  const rows = new Map<ScenarioText, MatrixRow>()
  const running = new Map<ScenarioText, number>()
  let { faults } = plan
  const baseline = { milliseconds: healthy.milliseconds, questions: healthy.met.questions }
  const current = (): Matrix => ({ baseline, faults, rows, running, limit })

  const measure = async (fault: ScenarioText): Promise<void> => {
    running.set(fault, performance.now())
    onChange(current())
    const runs: CommandRun[] = []
    while (runs.length < repeat) runs.push(await runIn(fault, [], limit))
    running.delete(fault)
    rows.set(fault, rowOf(fault, runs))
    onChange(current())
  }

  const isNotMet = (fault: ScenarioText): boolean => !runsAll && healthy.met.scenarios[fault] === null
  for (const fault of faults) if (isNotMet(fault)) rows.set(fault, notMet(fault))
  onChange(current())
  await inParallel(
    faults.filter((fault) => !rows.has(fault)),
    jobs,
    measure,
  )
  if (hasPairs) {
    const pairs = pairsOf(faults.filter((fault) => rows.get(fault)?.outcome !== 'not-met'))
    faults = [...faults, ...pairs]
    await inParallel(pairs, jobs, measure)
  }
  return current()
}
