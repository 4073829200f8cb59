import type { ToolRun } from '@netbox/core'
import { noRun, notRecorded } from '../texts/messages.ts'
import { type RecordedRun, RUN_TEXTS } from './history.ts'
import { fieldsOf, hasTexts, parseJson } from './json.ts'
import { readText } from './files.ts'

/** A run in a file. The `usage` may be missing. */
export type Recorded = Omit<ToolRun, 'usage'> & Partial<Pick<ToolRun, 'usage'>>

/** Returns whether an argument refers to a run in the history, not to a file. */
export const isRecordedName = (name: string): boolean => /^@|^exec_\d+$/.test(name)

const isRun = (value: unknown): value is Recorded =>
  hasTexts(value, RUN_TEXTS) && 'result' in value && 'findings' in value

const requireRun = (path: string, value: unknown): Recorded => {
  if (!isRun(value)) throw noRun(path)
  return value
}

/**
 * Finds a run in the history by position or execution id: `@-1` is the last run, `@1` the first. Throws a `CommandError` if it is missing.
 */
export const findRecorded = (name: string, runs: readonly RecordedRun[]): RecordedRun => {
  const [, number] = /^@(-?\d{1,9})$/.exec(name) ?? []
  const found =
    number === undefined
      ? runs.findLast(({ executionId }) => executionId === name)
      : runs.at(Number(number) > 0 ? Number(number) - 1 : Number(number))
  if (found === undefined || number === '0' || number === '-0') throw notRecorded(name, runs.length)
  return found
}

/** Reads a run from a file or stdin ('-'). Throws a `CommandError` if the data is not a run. */
export const readRun = (path: string): Recorded => requireRun(path, parseJson(readText(path)))

/**
 * Reads the runs of a file or of stdin ('-'): one document, or one per line (NDJSON). Leaves out the lines of failed inputs. Throws a
 * `CommandError` if the data is not runs.
 */
export const readRuns = (path: string): Recorded[] => {
  const text = readText(path)
  const whole = parseJson(text)
  if (whole !== undefined) return [requireRun(path, whole)]
  const values = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  const runs = values.filter((value) => !fieldsOf(value).has('error')).map((value) => requireRun(path, value))
  if (runs.length === 0) throw noRun(path)
  return runs
}
