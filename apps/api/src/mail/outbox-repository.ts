import type { Queries, Reader } from '../database/database.ts'
import { writesOne } from '../database/dialects.ts'
import type { OutboxTable } from '../schema.ts'

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
export const claimMail = (
  queries: Queries,
  { id, attempts, next_attempt_at: due }: OutboxTable,
  until: number,
): Promise<boolean> =>
  writesOne(
    queries
      .updateTable('outbox')
      .set({ attempts: attempts + 1, next_attempt_at: until })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('next_attempt_at', '=', due)
      .where('sent_at', 'is', null),
  )
