import type { Queries, Reader } from '../database/database.ts'
import type { OutboxTable } from '../database/schema.ts'

/** Lists due mail, oldest first. */
export const listDue = (
  queries: Reader,
  { now, tries, limit }: { readonly now: number; readonly tries: number; readonly limit: number },
) =>
  queries
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('attempts', '<', tries)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()

/** Claims a message for one try until a time. Of several concurrent calls, returns true for only one. */
export const claimMail = async (
  queries: Queries,
  { id, attempts, next_attempt_at: due }: OutboxTable,
  until: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('outbox')
    .set({ attempts: attempts + 1, next_attempt_at: until })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', '=', due)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns a claimed message to the queue until a time, without counting the try. */
export const postpone = async (
  queries: Queries,
  { id, attempts }: Pick<OutboxTable, 'id' | 'attempts'>,
  until: number,
): Promise<void> => {
  await queries.updateTable('outbox').set({ attempts, next_attempt_at: until }).where('id', '=', id).execute()
}

/** Records that a message is finished: it was sent, or has no recipient. */
export const markDone = async (
  queries: Queries,
  id: string,
  now: number,
  remark: string | null = null,
): Promise<void> => {
  await queries.updateTable('outbox').set({ sent_at: now, last_error: remark }).where('id', '=', id).execute()
}

/** Records why a try failed, and the time of the next one. */
export const markFailed = async (queries: Queries, id: string, next: number, error: string): Promise<void> => {
  await queries.updateTable('outbox').set({ next_attempt_at: next, last_error: error }).where('id', '=', id).execute()
}
