import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** Describes what an admin did. `detail` holds no secrets. */
export const auditEntry = v.object({
  id: id(),
  actor_id: id(),
  action: v.string(),
  target_id: v.nullable(id()),
  detail: v.record(v.string(), v.unknown()),
  created_at: instant(),
})

/** Is a row of what admins did. */
export type AuditEntry = v.InferOutput<typeof auditEntry>
