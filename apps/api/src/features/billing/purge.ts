import type { Queries } from '../../db/database.ts'
import { deleteOutdated } from '../../db/delete-in-batches.ts'

const DAY = 24 * 60 * 60_000
/** The provider can send an event again for thirty days. */
const KEPT = 90 * DAY

/** Deletes the ids of events that can't come again. */
export const purgeBilling = (queries: Queries, now: number, signal?: AbortSignal): Promise<void> =>
  deleteOutdated(queries, { table: 'billing_events', key: 'id', column: 'received_at', before: now - KEPT }, signal)
