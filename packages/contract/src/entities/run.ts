import { type ErrorCode, type RunEvent, type ScenarioText, severities, type ToolRun } from '@netbox/core'
import * as v from 'valibot'
import { count, instant } from './fields.ts'
import { usage } from './usage.ts'
import { worldDocument } from './world-document.ts'

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
