import { DAY } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import { deleteOutdated, repeatUntilNone } from '../database/delete-in-batches.ts'

import { deleteSomeUnconfirmed } from './users/repository.ts'

const WEEK = 7 * DAY
const MONTH = 30 * DAY

/**
 * Deletes data that expired more than a week ago: sessions with their tokens, codes, challenges, sent mail. Also deletes undelivered mail
 * and revoked API tokens after thirty days, and unconfirmed accounts after a day.
 */
export const purgeAccounts = async (queries: Queries, now: number, signal?: AbortSignal): Promise<void> => {
  const [week, month] = [now - WEEK, now - MONTH]
  // Tokens first, because deleting a session would delete all its tokens in one statement.
  await deleteOutdated(queries, { table: 'refresh_tokens', key: 'id', column: 'expires_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'sessions', key: 'id', column: 'expires_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'one_time_codes', key: 'id', column: 'expires_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'mfa_challenges', key: 'id', column: 'expires_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'auth_flows', key: 'id', column: 'expires_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'outbox', key: 'id', column: 'sent_at', before: week }, signal)
  await deleteOutdated(queries, { table: 'outbox', key: 'id', column: 'next_attempt_at', before: month }, signal)
  await deleteOutdated(queries, { table: 'api_tokens', key: 'id', column: 'revoked_at', before: month }, signal)
  await repeatUntilNone(() => deleteSomeUnconfirmed(queries, now - DAY), signal)
}
