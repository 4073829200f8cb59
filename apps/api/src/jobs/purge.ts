import type { Queries } from '../database/database.ts'
import { deleteOutdated } from '../database/delete-in-batches.ts'
import { DAY, MINUTE, utcDay } from '../clock.ts'
import { deleteOldMinutes, deleteOldNotifications, deleteOldRuns, deleteOldUsage } from './purge-repository.ts'

/** The days for which records are kept, as in docs/operation.md. */
const KEPT = { runs: 90, usage: 40, notifications: 30, minutes: 40, audit: 730 } as const

/** Deletes old records of users' and admins' actions, and of the service itself. */
export const purgeRecords = async (queries: Queries, now: number, signal?: AbortSignal): Promise<void> => {
  const start = (days: number): number => now - days * DAY
  await deleteOldRuns(queries, start(KEPT.runs), signal)
  // A browser's run may have ended some minutes after its report, by the browser's clock.
  const unused = start(KEPT.runs + 1)
  await deleteOutdated(queries, { table: 'world_documents', key: 'id', column: 'used_at', before: unused }, signal)
  await deleteOldUsage(queries, utcDay(start(KEPT.usage)), signal)
  await deleteOldNotifications(queries, start(KEPT.notifications), signal)
  await deleteOldMinutes(queries, Math.floor(start(KEPT.minutes) / MINUTE), signal)
  const before = start(KEPT.audit)
  await deleteOutdated(queries, { table: 'audit_log', key: 'id', column: 'created_at', before }, signal)
}
