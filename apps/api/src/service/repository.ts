import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { countOf } from '../database/shared.ts'
import { MOST_TRIES } from '../mail/outbox.ts'

/** Counts queued mail and uploaded files, for the metrics. */
export const readCounts = async (queries: Queries) => {
  const unsent = queries.selectFrom('outbox').where('sent_at', 'is', null)
  const stored = await queries
    .selectFrom('storage_objects')
    .select([sql<number | string | null>`sum(size)`.as('bytes'), sql<number | bigint>`count(*)`.as('objects')])
    .executeTakeFirstOrThrow()
  return {
    waiting: await countOf(unsent.where('attempts', '<', MOST_TRIES)),
    failed: await countOf(unsent.where('attempts', '>=', MOST_TRIES)),
    bytes: Number(stored.bytes ?? 0),
    objects: Number(stored.objects),
  }
}
