import * as v from 'valibot'
import { id, instant } from './fields.ts'

/** The recorded actions: actions of admins and of the service key, and deletions of accounts. */
export const auditActions = [
  'user.create',
  'user.invite',
  'link.create',
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

/** An admin's action. `detail` contains no secrets. An address is null if no user was involved, or if the user was deleted. */
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

/** A recorded action of an admin. */
export type AuditEntry = v.InferOutput<typeof auditEntry>
