import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** Lists recorded actions: those of admins, and deleted accounts. */
export const auditActions = [
  'user.create',
  'profiles.sync',
  'profile.update',
  'profile.view_as',
  'factors.remove',
  'notification.create',
  'service.update',
  'bucket.create',
  'bucket.update',
  'bucket.empty',
  'bucket.delete',
  'keys.rotate',
  'account.delete',
] as const

/**
 * Describes what an admin did. `detail` holds no secrets. The addresses are null if it was no user, or where the user is not there
 * any more.
 */
export const auditEntry = v.object({
  id: id(),
  actor_id: id(),
  actor_email: v.nullable(v.string()),
  action: v.string(),
  target_id: v.nullable(id()),
  target_email: v.nullable(v.string()),
  detail: v.record(v.string(), v.unknown()),
  created_at: instant(),
})

/** A row of what admins did. */
export type AuditEntry = v.InferOutput<typeof auditEntry>
