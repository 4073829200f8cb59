import { DAY, MINUTE, utcDay } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import { deleteOutdated, repeatUntilNone } from '../database/delete-in-batches.ts'
import { deleteSomeUnconfirmed } from '../accounts/users/repository.ts'
import { deleteOldMinutes, deleteOldNotifications, deleteOldRuns, deleteOldUsage } from './purge-repository.ts'

/** The retention of simple rows, as in docs/operation.md. */
const rules = [
  // Tokens first, because deleting a session would delete all its tokens in one statement.
  { table: 'refresh_tokens', key: 'id', column: 'expires_at', days: 7 },
  { table: 'sessions', key: 'id', column: 'expires_at', days: 7 },
  { table: 'one_time_codes', key: 'id', column: 'expires_at', days: 7 },
  { table: 'mfa_challenges', key: 'id', column: 'expires_at', days: 7 },
  { table: 'auth_flows', key: 'id', column: 'expires_at', days: 7 },
  { table: 'outbox', key: 'id', column: 'sent_at', days: 7 },
  { table: 'outbox', key: 'id', column: 'next_attempt_at', days: 30 },
  { table: 'api_tokens', key: 'id', column: 'revoked_at', days: 30 },
  // The payment provider may repeat an event for thirty days.
  { table: 'billing_events', key: 'id', column: 'received_at', days: 90 },
  { table: 'verification_cache', key: 'key', column: 'expires_at', days: 0 },
  { table: 'catch_all_verdicts', key: 'domain', column: 'expires_at', days: 0 },
  { table: 'probed_domains', key: 'id', column: 'expires_at', days: 0 },
  { table: 'probed_local_parts', key: 'id', column: 'expires_at', days: 0 },
  // The monthly counts are kept as long as the account.
  { table: 'verifications', key: 'id', column: 'created_at', days: 365 },
  // A browser's run may have ended some minutes after its report, by the browser's clock, so its document stays for another day.
  { table: 'world_documents', key: 'id', column: 'used_at', days: 91 },
  { table: 'audit_log', key: 'id', column: 'created_at', days: 730 },
] as const

/** The days for which other records are kept: those that need more than one statement for a batch. */
const KEPT = { unconfirmed: 1, runs: 90, usage: 40, notifications: 30, minutes: 40 } as const

/** Deletes all rows past their retention, until the signal aborts. */
export const purgeRecords = async (queries: Queries, now: number, signal?: AbortSignal): Promise<void> => {
  const start = (days: number): number => now - days * DAY
  await deleteOldRuns(queries, start(KEPT.runs), signal)
  for (const { days, ...rows } of rules) await deleteOutdated(queries, { ...rows, before: start(days) }, signal)
  await repeatUntilNone(() => deleteSomeUnconfirmed(queries, start(KEPT.unconfirmed)), signal)
  await deleteOldUsage(queries, utcDay(start(KEPT.usage)), signal)
  await deleteOldNotifications(queries, start(KEPT.notifications), signal)
  await deleteOldMinutes(queries, Math.floor(start(KEPT.minutes) / MINUTE), signal)
}
