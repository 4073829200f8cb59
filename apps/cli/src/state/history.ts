import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Severity, ToolRun, WorldDocument } from '@netbox/core'
import { openAppendOnly, removeOlder } from './append-only.ts'
import { hasTexts, parseJson } from './json.ts'
import { isSystemError } from './files.ts'

/** A run in the history, with enough data to repeat it. */
export interface RecordedRun extends Pick<
  ToolRun,
  'executionId' | 'at' | 'tool' | 'input' | 'seed' | 'scenario' | 'engine' | 'usage'
> {
  /** The real time of the run, ISO 8601 in UTC. `at` is the simulated time. */
  readonly ran: string
  /** The facts of the world file, in canonical form. */
  readonly world?: WorldDocument
  readonly verdict: { readonly severity: Severity; readonly sentence: string }
}

const MONTHS_KEPT = 12

// The maximum size of a world document in the history, in bytes: each recorded run has its own copy. A run over HTTP has the same limit.
const LONGEST_WORLD = 16_384

/** Returns whether a run's world document is too long for the history. */
export const isTooLong = ({ world }: Pick<ToolRun, 'world'>): boolean =>
  world !== undefined && Buffer.byteLength(JSON.stringify(world)) > LONGEST_WORLD

/** Selects the data of a run for the history. */
export const recordOf = (run: ToolRun, ran: number): RecordedRun => {
  const { executionId, at, tool, input, seed, scenario, world, engine, usage, verdict } = run
  const { severity, sentence } = verdict
  return {
    ran: new Date(ran).toISOString(),
    executionId,
    at,
    tool,
    input,
    seed,
    scenario,
    ...(world === undefined ? {} : { world }),
    engine,
    usage,
    verdict: { severity, sentence },
  }
}

const oldestKept = (month: string): string => {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - MONTHS_KEPT)
  return first.toISOString().slice(0, 7)
}

/** Appends runs to the history, which has a file for each month. Throws the system's error if the folder can't be used. */
export const appendHistory = (folder: string, runs: readonly RecordedRun[]): void => {
  const month = runs[0]?.ran.slice(0, 7)
  if (month === undefined) return
  const file = openAppendOnly(join(folder, `${month}.jsonl`))
  if (file.read() === '') removeOlder(folder, oldestKept(month))
  for (const run of runs) file.append(JSON.stringify(run))
  file.close()
}

/** The fields of every run that are texts. */
export const RUN_TEXTS = ['executionId', 'at', 'tool', 'input', 'seed', 'scenario', 'engine'] as const

const isRecorded = (value: unknown): value is RecordedRun =>
  hasTexts(value, ['ran', ...RUN_TEXTS]) &&
  'usage' in value &&
  'verdict' in value &&
  typeof value.verdict === 'object' &&
  value.verdict !== null

const readLine = (line: string): RecordedRun[] => {
  const value = parseJson(line)
  // A killed process may have left an incomplete record, which is skipped.
  return isRecorded(value) ? [value] : []
}

/** Reads the history, oldest run first. Returns an empty history if the folder is missing. */
export const readHistory = (folder: string): RecordedRun[] => {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  }
  return names
    .filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap(readLine)
}
