import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Severity, ToolRun, WorldDocument } from '@netbox/core'
import { openAppendOnly, removeOlder } from './append-only.ts'
import { fieldsOf, parseJson } from '../text.ts'
import { isSystemError } from '../files.ts'

/** One run as the history keeps it: enough to make it again. */
export interface RecordedRun extends Pick<
  ToolRun,
  'executionId' | 'at' | 'tool' | 'input' | 'seed' | 'scenario' | 'engine' | 'usage'
> {
  /** When it ran, ISO 8601 in UTC; `at` is the clock of its world. */
  readonly ran: string
  /** The facts that were stated, in canonical form. */
  readonly world?: WorldDocument
  readonly verdict: { readonly severity: Severity; readonly sentence: string }
}

const MONTHS_KEPT = 12

// The limit of a run over HTTP: every run keeps its own copy.
const LONGEST_WORLD = 16_384

/** Returns whether a run's world document is too long for the history. */
export const isTooLong = ({ world }: Pick<ToolRun, 'world'>): boolean =>
  world !== undefined && Buffer.byteLength(JSON.stringify(world)) > LONGEST_WORLD

/** Picks what the history keeps of a run. */
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

/** Adds runs to the history, in a file for their month. Throws the system's error where the folder can't be used. */
export const appendHistory = (folder: string, runs: readonly RecordedRun[]): void => {
  const month = runs[0]?.ran.slice(0, 7)
  if (month === undefined) return
  const file = openAppendOnly(join(folder, `${month}.jsonl`))
  if (file.read() === '') removeOlder(folder, oldestKept(month))
  for (const run of runs) file.append(JSON.stringify(run))
  file.close()
}

const TEXTS = ['ran', 'executionId', 'at', 'tool', 'input', 'seed', 'scenario', 'engine'] as const

const isRecorded = (value: unknown): value is RecordedRun => {
  if (typeof value !== 'object' || value === null || !('verdict' in value) || !('usage' in value)) return false
  const fields = fieldsOf(value)
  return (
    TEXTS.every((name) => typeof fields.get(name) === 'string') &&
    typeof value.verdict === 'object' &&
    value.verdict !== null
  )
}

const readLine = (line: string): RecordedRun[] => {
  const value = parseJson(line)
  // A record that a killed process left torn: the others are whole.
  return isRecorded(value) ? [value] : []
}

/** Reads the history, oldest first. A folder that is not there is an empty history. */
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
