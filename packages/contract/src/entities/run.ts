import { type RunEvent, severities, type ToolRun } from '@netbox/core'
import * as v from 'valibot'
import { count, instant } from './fields.ts'
import { usage } from './usage.ts'
import { worldDocument } from './world-document.ts'

/** The schema of a severity: `critical`, `warning`, `info` or `pass`. */
export const severity = v.picklist(severities)

/** The schema of a report in one sentence, with its severity. */
export const verdict = v.object({ severity, sentence: v.string(), detail: v.string() })

/** The schema of one key figure of a report. `value` and `unit` form one phrase, such as `84.4 ms`. */
export const figure = v.object({
  label: v.string(),
  value: v.string(),
  unit: v.optional(v.string()),
  note: v.optional(v.string()),
})

/** The schema of one finding of the analysis. */
export const finding = v.object({
  code: v.string(),
  severity,
  title: v.string(),
  detail: v.string(),
  advice: v.string(),
})

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
] as const satisfies readonly ToolRun['plot']['kind'][]

/** The schema of the data of a picture. `kind` determines the other fields. */
export const plot = v.looseObject({ kind: v.picklist(plotKinds), caption: v.string(), alternative: v.string() })

const run = v.object({
  simulated: v.literal(true),
  engine: v.string(),
  seed: v.string(),
  scenario: v.string(),
  world: v.optional(worldDocument),
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
  plot,
})

/**
 * The schema of every run. The shape of `result` depends on the tool and comes from core: this schema accepts any object; the OpenAPI
 * document has each tool's shape.
 */
// The cast gives core's type to the checked value: pictures by kind, a result of any shape.
export const toolRun = run as unknown as v.GenericSchema<ToolRun>

const time = { at: v.number() }

const event = v.variant('type', [
  v.object({ type: v.literal('started'), ...time, executionId: v.string(), tool: v.string(), input: v.string() }),
  v.object({ type: v.literal('log'), ...time, text: v.string(), level: v.picklist(['info', 'error']) }),
  v.object({ type: v.literal('progress'), ...time, progress: count() }),
  v.object({ type: v.literal('succeeded'), ...time, run }),
  v.object({
    type: v.literal('failed'),
    ...time,
    error: v.object({ code: v.string(), title: v.string(), message: v.string() }),
  }),
])

/** The schema of an event of a run. Times are epoch milliseconds. */
// As above, the cast gives core's type to the checked value.
export const runEvent = event as unknown as v.GenericSchema<RunEvent>
