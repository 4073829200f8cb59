import type { AccountExport } from '@netbox/contract'
import type { Account } from '../users/account.ts'
import { findAuthUser } from '../users/repository.ts'
import type { Database, DatabaseAndClock } from '../../database/database.ts'
import { worldOfRun } from '../../database/shared.ts'
import type { Members } from '../../json-texts.ts'
import { isoTime } from '../../clock.ts'
import { serializeMigration } from '../../serialize-entities.ts'
import { serializeVerification, verificationColumns } from '../../email-verification/serialize-verification.ts'
import { listUsedTools, mailTo, monthsOf, notificationsOf, ownRows, usageOf } from './repository.ts'
import {
  showAudit,
  showCode,
  showFactor,
  showFile,
  showMail,
  showNotification,
  showProfile,
  showRecoveryCode,
  showRun,
  showSession,
  showSubscription,
  showToken,
} from './serialize-export.ts'

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
