import type { Queries, Reader } from '../database/database.ts'
import { engineOf, insertIgnore } from '../database/dialects.ts'
import { countOf } from '../database/shared.ts'

/**
 * Starts a query of the notifications that a user may see now: the user's own and everybody's, except expired notifications.
 */
const visibleTo = (queries: Reader, userId: string, now: number) =>
  queries
    .selectFrom('notifications')
    .where((row) => row.or([row('is_global', '=', 1), row('target_user_id', '=', userId)]))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))

const withReads = (queries: Reader, userId: string, now: number) =>
  visibleTo(queries, userId, now).leftJoin('notification_reads', (join) =>
    join
      .onRef('notification_reads.notification_id', '=', 'notifications.id')
      .on('notification_reads.user_id', '=', userId),
  )

/** Lists a user's visible notifications, newest first, with the time when each was read. */
export const listVisible = (queries: Reader, userId: string, now: number, limit: number) =>
  withReads(queries, userId, now)
    .selectAll('notifications')
    .select('notification_reads.read_at')
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .execute()

/** Counts a user's visible, unread notifications. */
export const countUnread = (queries: Reader, userId: string, now: number): Promise<number> =>
  countOf(withReads(queries, userId, now).where('notification_reads.read_at', 'is', null))

/** Records that a user has read a notification; false if it is not visible to the user. */
export const markRead = async (queries: Queries, userId: string, id: string, now: number): Promise<boolean> => {
  const seen = await visibleTo(queries, userId, now).select('id').where('id', '=', id).executeTakeFirst()
  if (seen === undefined) return false
  const row = { notification_id: id, user_id: userId, read_at: now }
  await insertIgnore(queries, engineOf(queries), 'notification_reads', row)
  return true
}
