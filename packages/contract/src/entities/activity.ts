import * as v from 'valibot'
import { id, instant } from './fields.ts'
import { severity } from './run.ts'

/** Describes something that a user did lately. `severity` is the verdict's where it was a run. */
export const activity = v.object({
  id: id(),
  kind: v.picklist(['run', 'verification', 'migration']),
  title: v.string(),
  detail: v.string(),
  severity: v.nullable(severity),
  created_at: instant(),
})

/** Is something that a user did lately. */
export type Activity = v.InferOutput<typeof activity>
