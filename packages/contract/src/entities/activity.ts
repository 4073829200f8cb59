import { verificationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { count, id, instant } from './fields.ts'
import { severity } from './run.ts'
import { worldDocument } from './world-document.ts'

/** Describes what repeats a run: the same fields give the same result. */
const replay = v.object({
  tool: v.string(),
  input: v.string(),
  seed: v.string(),
  scenario: v.string(),
  world: v.optional(worldDocument),
  at: v.string(),
})

/** Describes the addresses of one verification run: how many have which status, and whether the answers were made up. */
const batch = v.object({
  addresses: count(),
  statuses: v.array(v.object({ status: v.picklist(verificationStatuses), count: count() })),
  simulated: v.boolean(),
})

/**
 * Describes something that a user did lately. `severity` is the verdict's where it was a run. `replay` repeats a run; null for what
 * is none, and for one whose input was too long to be kept whole. A run that verified several addresses is one activity; `batch` says what became of them.
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
