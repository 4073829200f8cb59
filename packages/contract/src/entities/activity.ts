import { verificationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { count, id, instant } from './fields.ts'
import { severity } from './run.ts'
import { worldDocument } from './world-document.ts'

/** The fields that repeat a run: the same fields give the same result. */
const replay = v.object({
  tool: v.string(),
  input: v.string(),
  seed: v.string(),
  scenario: v.string(),
  world: v.optional(worldDocument),
  at: v.string(),
})

/** The addresses of one verification run: their number, the number for each status, and whether the results were simulated. */
const batch = v.object({
  addresses: count(),
  statuses: v.array(v.object({ status: v.picklist(verificationStatuses), count: count() })),
  simulated: v.boolean(),
})

/**
 * A recent action of a user. For a run, `severity` is that of its verdict. `replay` repeats a run; it is null for other actions, and for a
 * run with an input too long to store. A run that verified several addresses is one activity, with their results in `batch`.
 */
export const activity = v.object({
  id: id(),
  kind: v.picklist(['run', 'verification', 'migration']),
  title: v.string(),
  detail: v.string(),
  severity: v.nullable(severity),
  replay: v.nullable(replay),
  batch: v.nullable(batch),
  created_at: instant(),
})

/** A recent action of a user. */
export type Activity = v.InferOutput<typeof activity>
