import * as v from 'valibot'
import { apiToken } from './api-token.ts'
import { count, id, instant } from './fields.ts'
import { migration } from './migration.ts'
import { notification } from './notification.ts'
import { profile } from './user.ts'
import { severity } from './run.ts'
import { subscription } from './subscription.ts'
import { verificationEntry } from './verification.ts'
import { worldDocument } from './world-document.ts'

/** The sources of plans. */
const planSources = ['default', 'admin', 'billing'] as const

/** The profile, with the fields that lists omit. */
const ownProfile = v.object({
  ...profile.entries,
  plan_source: v.picklist(planSources),
  confirmed_at: v.nullable(instant()),
  new_email: v.nullable(v.string()),
  last_sign_in_at: v.nullable(instant()),
  invited_at: v.nullable(instant()),
  user_metadata: v.record(v.string(), v.unknown()),
  app_metadata: v.record(v.string(), v.unknown()),
})

/**
 * The kinds of sessions: the user's own; one in which an admin is viewing as this user; one in which this user, as an admin, is viewing as
 * another.
 */
export const sessionKinds = ['own', 'viewed_by_admin', 'view_of_other'] as const

/** A session, active or ended. Omits the device of an admin who viewed as the user. */
const exportedSession = v.object({
  id: id(),
  kind: v.picklist(sessionKinds),
  user_agent: v.nullable(v.string()),
  address: v.nullable(v.string()),
  created_at: instant(),
  last_used_at: instant(),
  expires_at: instant(),
  ended_at: v.nullable(instant()),
})

const exportedToken = v.object({ ...apiToken.entries, revoked_at: v.nullable(instant()) })

const exportedRun = v.object({
  id: id(),
  tool: v.string(),
  input: v.string(),
  seed: v.string(),
  scenario: v.string(),
  world: v.nullable(worldDocument),
  at: v.string(),
  severity,
  sentence: v.string(),
  created_at: instant(),
})

const exportedUsage = v.object({ tool: v.string(), day: v.string(), used: count() })

const exportedNotification = v.object({ ...notification.entries, read_at: v.nullable(instant()) })

const exportedCode = v.object({
  purpose: v.string(),
  created_at: instant(),
  expires_at: instant(),
  used_at: v.nullable(instant()),
})

/** An authenticator app, even if its first code was never entered. */
const exportedFactor = v.object({
  name: v.string(),
  verified: v.boolean(),
  created_at: instant(),
  last_used_at: v.nullable(instant()),
})

const exportedRecoveryCode = v.object({ created_at: instant(), used_at: v.nullable(instant()) })

const exportedMail = v.object({ template: v.string(), created_at: instant(), sent_at: v.nullable(instant()) })

/** An action of an admin on the user, or of the user as an admin. In the second case, `detail` is about other users. */
const exportedAudit = v.object({
  action: v.string(),
  by_you: v.boolean(),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  created_at: instant(),
})

/** The schema of the metadata of a stored file. The file's bytes come from the storage. */
const exportedFile = v.object({
  bucket: v.string(),
  key: v.string(),
  size: count(),
  type: v.string(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
  created_at: instant(),
  updated_at: instant(),
})

/** All stored data of a user, without secrets. */
export const accountExport = v.object({
  exported_at: instant(),
  profile: ownProfile,
  subscription,
  /** The billing service's data, in that service's own format. */
  billing: v.array(v.record(v.string(), v.unknown())),
  sessions: v.array(exportedSession),
  api_tokens: v.array(exportedToken),
  runs: v.array(exportedRun),
  /** The tools that the user ran, even if the runs are deleted. */
  tools_used: v.array(v.string()),
  usage: v.array(exportedUsage),
  migrations: v.array(migration),
  files: v.array(exportedFile),
  verifications: v.array(verificationEntry),
  /** The number of verified addresses in each calendar month (UTC). */
  verification_months: v.array(v.object({ month: v.string(), verified: count() })),
  /** Messages that only this user received, and other messages that the user has read. */
  notifications: v.array(exportedNotification),
  mail: v.array(exportedMail),
  codes: v.array(exportedCode),
  second_factors: v.array(exportedFactor),
  recovery_codes: v.array(exportedRecoveryCode),
  audit: v.array(exportedAudit),
})

/** All stored data of a user. */
export type AccountExport = v.InferOutput<typeof accountExport>
