import type { Queries } from '../../db/database.ts'
import { deleteOutdated } from '../../db/delete-in-batches.ts'

const DAY = 24 * 60 * 60_000
/** For how long histories stay: docs/operation.md tells it. The monthly numbers stay with the account. */
const HISTORY = 365 * DAY

/** Deletes what was remembered of addresses and servers when it is over, and verifications of more than a year ago. */
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
