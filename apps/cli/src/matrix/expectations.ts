import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isObject } from '@netbox/core'
import { jsonText } from '../output/json.ts'
import { notExpectations } from '../texts/matrix-texts.ts'
import { unreadable } from '../texts/messages.ts'
import type { MatrixRow } from './matrix.ts'
import { bad, type MatrixOutcome, outcomes } from './outcomes.ts'

/** The outcomes that a project expects, as in its file of --expect. */
export interface Expectations {
  readonly seed: string
  readonly outcomes: Readonly<Record<string, MatrixOutcome>>
}

/** A fault whose outcome is not the expected one. */
export interface Change {
  readonly row: MatrixRow
  /** undefined for a fault that the file doesn't have. */
  readonly expected: MatrixOutcome | undefined
  readonly isWorse: boolean
}

const VERSION = 1

const isOutcome = (value: unknown): value is MatrixOutcome => outcomes.some((outcome) => outcome === value)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file of expectations; undefined if it does not exist. Throws a `CommandError` for any other file. */
export const readExpectations = (path: string): Expectations | undefined => {
  if (!existsSync(path)) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
  const document = parse(text)
  if (!isObject(document)) throw notExpectations(path, 'it is not a JSON object')
  if (document['matrix'] !== VERSION) throw notExpectations(path, `its 'matrix' is not ${VERSION}`)
  const { seed, outcomes: given } = document
  if (typeof seed !== 'string') throw notExpectations(path, "it has no 'seed'")
  if (!isObject(given)) throw notExpectations(path, "it has no 'outcomes'")
  const wrong = Object.entries(given).find(([, outcome]) => !isOutcome(outcome))
  if (wrong !== undefined)
    throw notExpectations(path, `the outcome of '${wrong[0]}' is not one of ${outcomes.join(', ')}`)
  // The cast is safe: every value was checked above.
  return { seed, outcomes: given as Record<string, MatrixOutcome> }
}

/** Writes the outcomes as expectations, sorted by name and without times, so that two equal runs write the same file. */
export const writeExpectations = (path: string, seed: string, rows: readonly MatrixRow[]): void => {
  const sorted = rows
    .map(({ fault, outcome }) => [fault, outcome] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  try {
    writeFileSync(path, jsonText({ matrix: VERSION, seed, outcomes: Object.fromEntries(sorted) }))
  } catch (error) {
    // A part of the file would be read as expectations that nobody wrote.
    rmSync(path, { force: true })
    throw error
  }
}

/**
 * Compares outcomes with the expected ones, in the order of `outcomes`, from the best to the worst. A fault that the file does not have is
 * worse if the command does not survive it.
 */
export const compareOutcomes = (rows: readonly MatrixRow[], expected: Expectations): Change[] =>
  rows.flatMap((row) => {
    const before = expected.outcomes[row.fault]
    if (before === row.outcome) return []
    const isWorse =
      before === undefined ? bad.has(row.outcome) : outcomes.indexOf(row.outcome) > outcomes.indexOf(before)
    return [{ row, expected: before, isWorse }]
  })
