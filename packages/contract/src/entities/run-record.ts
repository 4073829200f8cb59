import * as v from 'valibot'
import { count, fields, id, instant, lines } from './fields.ts'
import { severity } from './run.ts'
import { withinBounds, worldDocument } from './world-document.ts'

/** The longest input of a run, in characters: longer than any tool takes, so that core says what is wrong with one. */
export const MAX_INPUT = 262_144

/** The most runs of one report. */
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
 * Describes a run that a browser has finished: what repeats it, the version of the simulation that made it, and when it ended. The
 * `id` is the browser's: a run that is reported twice counts once.
 */
export const reportedRun = v.pipe(reported, withinBounds<v.InferOutput<typeof reported>>())

/** A run that a browser has finished. */
export type ReportedRun = v.InferOutput<typeof reportedRun>

/** Lists what may become of a reported run. */
const reportOutcomes = ['recorded', 'known', 'refused', 'not_yet'] as const

/**
 * Describes what became of a reported run: `recorded` now or `known` before; `refused`, with the code and the sentence of the reason;
 * `not_yet` where `ran_at` is in the future, so that the browser's clock is wrong.
 */
export const reportOutcome = v.object({
  id: id(),
  outcome: v.picklist(reportOutcomes),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
})

/** The outcome of a reported run. */
export type ReportOutcome = v.InferOutput<typeof reportOutcome>

/**
 * Describes a run in the history. `whole` is false for an input that was too long to be kept, which can't be run again.
 */
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

/** Describes the runs of one UTC day: how many, and the worst of their verdicts. */
export const dayOfRuns = v.object({ day: v.string(), runs: count(), worst: v.nullable(severity) })

/** The runs of one UTC day. */
export type DayOfRuns = v.InferOutput<typeof dayOfRuns>
