import * as v from 'valibot'
import { count, fields, id, instant, lines } from './fields.ts'
import { withinBounds, worldDocument } from './world-document.ts'
import { type ErrorCode, type RunEvent, type ScenarioText, severities, type ToolRun } from '@netbox/core'
import { usage } from './subscription.ts'

/** The schemas of an object's fields: a field that the type lacks, or has in another form, does not compile. */
type SchemasOf<Type> = { readonly [Field in keyof Type]-?: v.GenericSchema<Type[Field]> }

/** Gives the values of a schema a narrower type of core, which the service guarantees and clients need not check. */
const narrowed = <Wide, Narrow extends Wide>(schema: v.GenericSchema<Wide>) => schema as v.GenericSchema<Narrow>

type Plot = ToolRun['plot']

/** The schema of a severity: `critical`, `warning`, `info` or `pass`. */
export const severity = v.picklist(severities)

/** The schema of a report in one sentence, with its severity. */
export const verdict = v.object({
  severity,
  sentence: v.string(),
  detail: v.string(),
} satisfies SchemasOf<ToolRun['verdict']>)

/** The schema of one key figure of a report. `value` and `unit` form one phrase, such as `84.4 ms`. */
export const figure = v.object({
  label: v.string(),
  value: v.string(),
  unit: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
} satisfies SchemasOf<ToolRun['figures'][number]>)

/** The schema of one finding of the analysis. */
export const finding = v.object({
  code: v.string(),
  severity,
  title: v.string(),
  detail: v.string(),
  advice: v.string(),
  url: v.exactOptional(v.string()),
} satisfies SchemasOf<ToolRun['findings'][number]>)

/** The kinds of pictures that a report can have. */
export const plotKinds = [
  'exchanges',
  'latency',
  'hops',
  'places',
  'gauge',
  'chain',
  'tree',
  'dialogue',
  'timeline',
  'list',
  'records',
] as const satisfies readonly Plot['kind'][]

/** The schema of the data of a picture. `kind` determines the other fields. */
export const plot = v.looseObject({ kind: v.picklist(plotKinds), caption: v.string(), alternative: v.string() })

/**
 * The schema of every run. The shape of `result` depends on the tool and comes from core: this schema accepts any object; the OpenAPI
 * document has each tool's shape.
 */
export const toolRun: v.GenericSchema<ToolRun> = v.object({
  simulated: v.literal(true),
  engine: v.string(),
  seed: v.string(),
  scenario: narrowed<string, ScenarioText>(v.string()),
  world: v.exactOptional(worldDocument),
  at: instant(),
  executionId: v.string(),
  tool: v.string(),
  input: v.string(),
  executionTime: v.number(),
  usage,
  result: v.record(v.string(), v.unknown()),
  verdict,
  figures: v.array(figure),
  findings: v.array(finding),
  // `kind` determines the other fields of core's type; this schema has the common ones.
  plot: narrowed<Pick<Plot, 'kind' | 'caption' | 'alternative'>, Plot>(plot),
} satisfies SchemasOf<ToolRun>)

const time = { at: v.number() }

/** The schema of an event of a run. Times are epoch milliseconds. */
export const runEvent: v.GenericSchema<RunEvent> = v.variant('type', [
  v.object({ type: v.literal('started'), ...time, executionId: v.string(), tool: v.string(), input: v.string() }),
  v.object({ type: v.literal('log'), ...time, text: v.string(), level: v.picklist(['info', 'error']) }),
  v.object({ type: v.literal('progress'), ...time, progress: count() }),
  v.object({ type: v.literal('succeeded'), ...time, run: toolRun }),
  v.object({
    type: v.literal('failed'),
    ...time,
    error: v.object({ code: narrowed<string, ErrorCode>(v.string()), title: v.string(), message: v.string() }),
  }),
])

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
