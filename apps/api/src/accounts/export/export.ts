import { severities, type WorldDocument } from '@netbox/core'
import { lastUseOf } from '../second-factor/codes.ts'
import { type AuthUser, findAuthUser } from '../users/repository.ts'
import { serializeToken } from '../api-tokens/api-tokens.ts'
import type {
  ApiTokenTable,
  AuditTable,
  MfaFactorTable,
  MfaRecoveryCodeTable,
  NotificationTable,
  OneTimeCodeTable,
  OutboxTable,
  RunTable,
  SessionTable,
  StorageObjectTable,
} from '../../schema.ts'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import { serializeNotification, serializeProfile, serializeMigration } from '../../serialize-entities.ts'
import type { AccountExport } from '@netbox/contract'
import type { Account } from '../users/account.ts'
import type { Database, DatabaseAndClock } from '../../database/database.ts'
import { worldOfRun } from '../../database/shared.ts'
import type { Members } from '../../json-texts.ts'
import { serializeVerification, verificationColumns } from '../../email-verification/serialize-verification.ts'
import { listUsedTools, mailTo, monthsOf, notificationsOf, ownRows, usageOf } from './repository.ts'

type ItemOf<List extends keyof AccountExport> = AccountExport[List] extends (infer Item)[] ? Item : never

/** Serializes a profile for its owner. */
const showProfile = (account: Account, user: AuthUser | undefined): AccountExport['profile'] => ({
  ...serializeProfile(account),
  plan_source: account.planSource,
  confirmed_at: isoTimeOrNull(account.confirmedAt),
  new_email: user?.new_email ?? null,
  last_sign_in_at: isoTimeOrNull(user?.last_sign_in_at ?? null),
  invited_at: isoTimeOrNull(user?.invited_at ?? null),
  // The casts are safe: netbox stores only objects in these columns.
  user_metadata: JSON.parse(user?.user_metadata ?? '{}') as Record<string, unknown>,
  app_metadata: JSON.parse(user?.app_metadata ?? '{}') as Record<string, unknown>,
})

/** Serializes the subscription of a profile. */
const showSubscription = ({ plan, planExpiresAt }: Account): AccountExport['subscription'] =>
  plan === 'free'
    ? { subscribed: false, subscription_tier: null, subscription_end: null }
    : { subscribed: true, subscription_tier: plan, subscription_end: isoTimeOrNull(planExpiresAt) }

const kindOf = ({ user_id, actor_id }: Pick<SessionTable, 'user_id' | 'actor_id'>, userId: string) => {
  if (user_id !== userId) return 'view_of_other'
  return actor_id === null ? 'own' : 'viewed_by_admin'
}

/** Serializes a session for its user. Omits the device of an admin who viewed as the user. */
const showSession = (
  row: Omit<SessionTable, 'actor_session_id' | 'aal' | 'amr'>,
  userId: string,
): ItemOf<'sessions'> => {
  const kind = kindOf(row, userId)
  const isOthers = kind === 'viewed_by_admin'
  return {
    id: row.id,
    kind,
    user_agent: isOthers ? null : row.user_agent,
    address: isOthers ? null : row.address,
    created_at: isoTime(row.created_at),
    last_used_at: isoTime(row.last_used_at),
    expires_at: isoTime(row.expires_at),
    ended_at: isoTimeOrNull(row.revoked_at),
  }
}

/** Serializes an API token, including a revoked one. */
const showToken = (row: Omit<ApiTokenTable, 'user_id' | 'hash'>): ItemOf<'api_tokens'> => ({
  ...serializeToken(row),
  revoked_at: isoTimeOrNull(row.revoked_at),
})

const showRun = (row: Omit<RunTable, 'user_id'>): ItemOf<'runs'> => ({
  id: row.id,
  tool: row.tool,
  input: row.input,
  seed: row.seed,
  scenario: row.scenario,
  // The cast is safe: the query reads the document, which netbox has written.
  world: row.world === null ? null : (JSON.parse(row.world) as WorldDocument),
  at: row.at,
  severity: severities.find((severity) => severity === row.severity) ?? 'info',
  sentence: row.sentence,
  created_at: isoTime(row.created_at),
})

/** Serializes a notification with the time when it was read. */
const showNotification = (row: NotificationTable & { readonly read_at: number | null }): ItemOf<'notifications'> => ({
  ...serializeNotification(row),
  read_at: isoTimeOrNull(row.read_at),
})

/** Serializes a message without its content. */
const showMail = (row: Pick<OutboxTable, 'template' | 'created_at' | 'sent_at'>): ItemOf<'mail'> => ({
  template: row.template,
  created_at: isoTime(row.created_at),
  sent_at: isoTimeOrNull(row.sent_at),
})

/** Serializes the purpose and times of a one-time code, without the code. */
const showCode = (row: Pick<OneTimeCodeTable, 'purpose' | 'created_at' | 'expires_at' | 'used_at'>) => ({
  purpose: row.purpose,
  created_at: isoTime(row.created_at),
  expires_at: isoTime(row.expires_at),
  used_at: isoTimeOrNull(row.used_at),
})

/** Serializes the record of an admin's action. Omits the details of actions on other users. */
const showAudit = (row: AuditTable, userId: string): ItemOf<'audit'> => ({
  action: row.action,
  by_you: row.actor_id === userId,
  // The cast is safe: netbox stores only objects in this column.
  detail: row.target_id === userId ? (JSON.parse(row.detail) as Record<string, unknown>) : null,
  created_at: isoTime(row.created_at),
})

type FileColumn = 'bucket_id' | 'name' | 'size' | 'mime' | 'user_metadata' | 'created_at' | 'updated_at'

/** Serializes the metadata of a stored file. */
const showFile = (row: Pick<StorageObjectTable, FileColumn>): ItemOf<'files'> => ({
  bucket: row.bucket_id,
  key: row.name,
  size: row.size,
  type: row.mime,
  // The cast is safe: netbox stores only objects in this column.
  metadata: row.user_metadata === null ? null : (JSON.parse(row.user_metadata) as Record<string, unknown>),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

/** Serializes an authenticator app, without its secret. */
const showFactor = (
  row: Pick<MfaFactorTable, 'friendly_name' | 'status' | 'last_step' | 'created_at'>,
): ItemOf<'second_factors'> => ({
  name: row.friendly_name,
  verified: row.status === 'verified',
  created_at: isoTime(row.created_at),
  last_used_at: isoTimeOrNull(lastUseOf(row.last_step)),
})

/** Serializes the times of a recovery code, without the code. */
const showRecoveryCode = (row: Pick<MfaRecoveryCodeTable, 'created_at' | 'used_at'>): ItemOf<'recovery_codes'> => ({
  created_at: isoTime(row.created_at),
  used_at: isoTimeOrNull(row.used_at),
})

/** The sources of a user's data in other parts of the service. */
export interface ExportSources extends DatabaseAndClock {
  /** The billing service's data of a user, without secrets. */
  readonly billingOf: (userId: string) => Promise<Record<string, unknown>[]>
}

async function* mapped<Item, Result>(
  batches: AsyncIterable<readonly Item[]>,
  show: (item: Item) => Result,
): AsyncGenerator<readonly Result[]> {
  for await (const batch of batches) yield batch.map((item) => show(item))
}

/** Yields the actions on the user, then the user's actions on others. */
async function* auditOf(queries: Database['queries'], userId: string) {
  const columns = ['actor_id', 'target_id', 'action', 'detail'] as const
  for await (const rows of ownRows(queries, { table: 'audit_log', owner: 'target_id', columns }, userId))
    yield rows.map((row) => showAudit(row, userId))
  for await (const rows of ownRows(queries, { table: 'audit_log', owner: 'actor_id', columns }, userId))
    yield rows.filter(({ target_id }) => target_id !== userId).map((row) => showAudit(row, userId))
}

async function* sessionsOf(queries: Database['queries'], userId: string) {
  const times = ['last_used_at', 'expires_at', 'revoked_at'] as const
  const columns = ['user_id', 'actor_id', 'user_agent', 'address', ...times] as const
  for (const owner of ['user_id', 'actor_id'] as const)
    for await (const rows of ownRows(queries, { table: 'sessions', owner, columns }, userId))
      yield rows.map((row) => showSession(row, userId))
}

/**
 * Collects all stored data of a user. Large lists are read in batches while the export is written. Secrets (hashes, encrypted passwords,
 * codes) are not read.
 */
export const gatherExport = async (
  { database: { queries }, clock, billingOf }: ExportSources,
  account: Account,
): Promise<Members<AccountExport>> => {
  const { id } = account
  const token = ['name', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'revoked_at'] as const
  const run = ['tool', 'input', 'seed', 'scenario', 'world', 'at', 'severity', 'sentence'] as const
  const mailboxes = ['source_host', 'source_port', 'source_email'] as const
  const targets = ['destination_host', 'destination_port', 'destination_email'] as const
  const progress = ['status', 'progress_percentage', 'error_message', 'completed_at'] as const
  const migration = ['user_id', ...mailboxes, ...targets, ...progress] as const
  const file = ['bucket_id', 'name', 'size', 'mime', 'user_metadata', 'updated_at'] as const
  const factor = ['friendly_name', 'status', 'last_step'] as const
  const code = ['purpose', 'expires_at', 'used_at'] as const
  return {
    exported_at: isoTime(clock.now()),
    profile: showProfile(account, await findAuthUser(queries, id)),
    subscription: showSubscription(account),
    billing: await billingOf(id),
    sessions: sessionsOf(queries, id),
    api_tokens: mapped(ownRows(queries, { table: 'api_tokens', owner: 'user_id', columns: token }, id), showToken),
    runs: mapped(
      ownRows(queries, { table: 'runs', owner: 'user_id', columns: run, inPlaceOf: { world: worldOfRun() } }, id),
      showRun,
    ),
    tools_used: await listUsedTools(queries, id),
    usage: await usageOf(queries, id),
    migrations: mapped(
      ownRows(queries, { table: 'email_migrations', owner: 'user_id', columns: migration }, id),
      serializeMigration,
    ),
    files: mapped(ownRows(queries, { table: 'storage_objects', owner: 'owner_id', columns: file }, id), showFile),
    verifications: mapped(
      ownRows(queries, { table: 'verifications', owner: 'user_id', columns: verificationColumns }, id),
      serializeVerification,
    ),
    verification_months: await monthsOf(queries, id),
    notifications: (await notificationsOf(queries, id)).map(showNotification),
    mail: (await mailTo(queries, account.email)).map(showMail),
    codes: mapped(ownRows(queries, { table: 'one_time_codes', owner: 'user_id', columns: code }, id), showCode),
    second_factors: mapped(
      ownRows(queries, { table: 'mfa_factors', owner: 'user_id', columns: factor }, id),
      showFactor,
    ),
    recovery_codes: mapped(
      ownRows(queries, { table: 'mfa_recovery_codes', owner: 'user_id', columns: ['used_at'] }, id),
      showRecoveryCode,
    ),
    audit: auditOf(queries, id),
  }
}
