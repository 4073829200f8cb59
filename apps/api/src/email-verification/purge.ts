import { DAY } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import { deleteOutdated } from '../database/delete-in-batches.ts'

/** The retention of the history, as in docs/operation.md. The monthly counts are kept as long as the account. */
const HISTORY = 365 * DAY

/** Deletes expired cache entries of addresses and servers, and verifications older than a year. */
export const purgeVerifications = async (queries: Queries, now: number, signal?: AbortSignal): Promise<void> => {
  const column = 'expires_at'
  await deleteOutdated(queries, { table: 'verification_cache', key: 'key', column, before: now }, signal)
  await deleteOutdated(queries, { table: 'catch_all_verdicts', key: 'domain', column, before: now }, signal)
  await deleteOutdated(queries, { table: 'probed_servers', key: 'server', column, before: now }, signal)
  await deleteOutdated(queries, { table: 'probed_domains', key: 'id', column, before: now }, signal)
  await deleteOutdated(queries, { table: 'probed_local_parts', key: 'id', column, before: now }, signal)
  const before = now - HISTORY
  await deleteOutdated(queries, { table: 'verifications', key: 'id', column: 'created_at', before }, signal)
}
