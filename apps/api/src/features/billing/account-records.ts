import type { Queries } from '../../db/database.ts'
import { isoTime, isoTimeOrNull } from '../../serializers/iso-time.ts'
import { markClosing, recordsOf } from './repository.ts'

/** Lists billing's data of a user, for the data export. */
export const billingRecords = async (queries: Queries, userId: string): Promise<Record<string, unknown>[]> =>
  (await recordsOf(queries, userId)).map(({ created_at, period_end, is_ending, ...record }) => ({
    ...record,
    customer_since: isoTime(created_at),
    period_end: isoTimeOrNull(period_end),
    ends_with_period: is_ending === 1,
  }))

/**
 * In the transaction that deletes an account, records that the payment provider's customer must be deleted too. That may fail and is
 * retried; the account's deletion does not wait for it.
 */
export const closeBilling = (queries: Queries, userId: string, now: number): Promise<void> =>
  markClosing(queries, userId, now)
