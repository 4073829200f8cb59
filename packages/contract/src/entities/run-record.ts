import * as v from 'valibot'
import { count, fields, id, instant, lines } from './fields.ts'
import { severity } from './run.ts'
import { withinBounds, worldDocument } from './world-document.ts'

/** The longest input of a run, in characters: longer than any tool accepts, so that core writes the error message. */
export const MAX_INPUT = 262_144

/** The maximum number of runs in one report. */
export const MAX_REPORTED_RUNS = 50

const reported = fields({
  id: v.pipe(v.string('Must be text.'), v.regex(/^[0-9a-f]{32}$/, 'Must be 32 hexadecimal digits.')),
  tool: lines(64),
  input: lines(MAX_INPUT),
  seed: lines(256),
  scenario: lines(256),
  at: instant(),
  world: v.optional(v.nullable(worldDocument)),
  engine: lines(64),
  ran_at: instant(),
})

/**
 * A run that a browser has finished, with the fields that repeat it, the simulation version, and its end time. The browser chooses the
 * `id`, so a run that is reported twice counts once.
 */
export const reportedRun = v.pipe(reported, withinBounds<v.InferOutput<typeof reported>>())

/** A run that a browser has finished. */
export type ReportedRun = v.InferOutput<typeof reportedRun>

/** The possible outcomes of a reported run. */
const reportOutcomes = ['recorded', 'known', 'refused', 'not_yet'] as const

/**
 * The schema of the outcome of a reported run: `recorded` now or `known` already; `refused`, with code and message; `not_yet` if `ran_at`
 * is in the future, because the browser's clock is wrong.
 */
export const reportOutcome = v.object({
  id: id(),
  outcome: v.picklist(reportOutcomes),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
})

/** The outcome of a reported run. */
export type ReportOutcome = v.InferOutput<typeof reportOutcome>

/** The schema of a run in the history. `whole` is false if the input was too long to store, so the run can't be repeated. */
export const runRecord = v.object({
  id: id(),
  tool: v.string(),
  input: v.string(),
  whole: v.boolean(),
  seed: v.string(),
  scenario: v.string(),
  world: v.optional(worldDocument),
  at: v.string(),
  severity: v.nullable(severity),
  sentence: v.string(),
  created_at: instant(),
})

/** A run in the history. */
export type RunRecord = v.InferOutput<typeof runRecord>

/** The schema of the runs of one UTC day: their number, and the worst verdict. */
export const dayOfRuns = v.object({ day: v.string(), runs: count(), worst: v.nullable(severity) })

/** The runs of one UTC day. */
export type DayOfRuns = v.InferOutput<typeof dayOfRuns>
