import * as v from 'valibot'
import { apiToken } from './api-token.ts'
import { count, id, instant } from './fields.ts'
import { migration } from './migration.ts'
import { notification } from './notification.ts'
import { profile } from './profile.ts'
import { severity } from './run.ts'
import { subscription } from './subscription.ts'
import { verificationEntry } from './verification.ts'
import { worldDocument } from './world-document.ts'

/** Lists who gives plans. */
const planSources = ['default', 'admin', 'billing'] as const

/** Describes the profile with what its lists leave out. */
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

/** Lists what a session can be to a user: their own, an admin's view of them, or their view, as an admin, of another. */
export const sessionKinds = ['own', 'viewed_by_admin', 'view_of_other'] as const

/** Describes a session, also one that has ended. Where an admin viewed, their device is left out. */
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

/** Describes an authenticator app, also one whose first code was never typed. */
const exportedFactor = v.object({
  name: v.string(),
  verified: v.boolean(),
  created_at: instant(),
  last_used_at: v.nullable(instant()),
})

const exportedRecoveryCode = v.object({ created_at: instant(), used_at: v.nullable(instant()) })

const exportedMail = v.object({ template: v.string(), created_at: instant(), sent_at: v.nullable(instant()) })

/** Describes what admins did to the user, and what the user did as an admin, of which the detail is about others. */
const exportedAudit = v.object({
  action: v.string(),
  by_you: v.boolean(),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  created_at: instant(),
})

/** Describes the metadata of a stored file. Its bytes come from the storage. */
const exportedFile = v.object({
  bucket: v.string(),
  key: v.string(),
  size: count(),
  type: v.string(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
  created_at: instant(),
  updated_at: instant(),
})

/** Describes everything that the service keeps of a user, without anything that opens something. */
export const accountExport = v.object({
  exported_at: instant(),
  profile: ownProfile,
  subscription,
  /** The billing service's data, in its own form. */
  billing: v.array(v.record(v.string(), v.unknown())),
  sessions: v.array(exportedSession),
  api_tokens: v.array(exportedToken),
  runs: v.array(exportedRun),
  /** Tools that were run, also where the runs themselves are deleted by now. */
  tools_used: v.array(v.string()),
  usage: v.array(exportedUsage),
  migrations: v.array(migration),
  files: v.array(exportedFile),
  verifications: v.array(verificationEntry),
  /** How many addresses were verified in which calendar months of UTC. */
  verification_months: v.array(v.object({ month: v.string(), verified: count() })),
  /** Messages only to this user, and the messages that the user has read. */
  notifications: v.array(exportedNotification),
  mail: v.array(exportedMail),
  codes: v.array(exportedCode),
  second_factors: v.array(exportedFactor),
  recovery_codes: v.array(exportedRecoveryCode),
  audit: v.array(exportedAudit),
})

/** Everything that the service keeps of a user. */
export type AccountExport = v.InferOutput<typeof accountExport>
