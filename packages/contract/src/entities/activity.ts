import * as v from 'valibot'
import { id, instant, count } from './fields.ts'
import { verificationStatuses } from '@netbox/product'
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

/** The runs of one list, which have one tool and one world: the seed, and the number of runs of each severity. */
const list = v.object({
  seed: v.string(),
  critical: count(),
  warning: count(),
  info: count(),
  pass: count(),
})

/**
 * A recent action of a user. For a run, `severity` comes from its verdict. `replay` repeats a run; it is null for other actions, and for a
 * run with an input too long to store. A run that verified several addresses is one activity, with their results in `batch`.
 * So are the runs of a list, with their verdicts in `list`.
 */
export const activity = v.object({
  id: id(),
  kind: v.picklist(['run', 'verification', 'migration']),
  title: v.string(),
  detail: v.string(),
  severity: v.nullable(severity),
  replay: v.nullable(replay),
  batch: v.nullable(batch),
  list: v.nullable(list),
  created_at: instant(),
})

/** A recent action of a user. */
export type Activity = v.InferOutput<typeof activity>

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
  'backup.create',
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
