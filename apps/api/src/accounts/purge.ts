import type { Queries } from '../db/database.ts'

const DAY = 24 * 60 * 60_000
const KEPT = 7 * DAY

/** Deletes what ended a week ago or more: sessions with their tokens, used-up codes, sent mail, counters of limits. */
export const purgeAccounts = async (queries: Queries, now: number): Promise<void> => {
  const before = now - KEPT
  await queries.deleteFrom('refresh_tokens').where('expires_at', '<', before).execute()
  await queries.deleteFrom('sessions').where('expires_at', '<', before).execute()
  await queries.deleteFrom('one_time_codes').where('expires_at', '<', before).execute()
  await queries.deleteFrom('outbox').where('created_at', '<', before).execute()
  await queries.deleteFrom('rate_limits').where('expires_at', '<', before).execute()
}
