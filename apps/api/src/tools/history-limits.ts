import { FIVE_MINUTES, HOUR, type RateLimit } from '@netbox/contract'
import { ApiError } from '../api-error.ts'
import type { Database } from '../database/database.ts'
import type { RateLimits } from '../rate-limits.ts'
import { bytesOf, type RunRecord } from './repository.ts'

/** The limits on what one user adds to the history. */
export interface HistoryLimits {
  /** Counts a report of runs. Throws `rate_limited`. */
  countReport(userId: string): Promise<void>
  /** Counts the bytes of a large record. Throws `rate_limited`. */
  spend(record: RunRecord): Promise<void>
}

const REPORTS: RateLimit = { points: 300, seconds: FIVE_MINUTES }
const BYTES: RateLimit = { points: 4_000_000, seconds: 24 * HOUR, shared: true }
/** The largest record that costs nothing, in bytes: the daily limits of the tools bound the number of records. */
const FREE_RECORD = 1024

/** Creates the limits on the history. */
export const createHistoryLimits = (rateLimits: RateLimits, { queries }: Pick<Database, 'queries'>): HistoryLimits => ({
  countReport: async (userId) => {
    const { granted, reset } = await rateLimits.consume('runs.report of user', REPORTS, userId)
    if (!granted) throw new ApiError('rate_limited', { retryAfter: reset })
  },
  spend: async (record) => {
    const bytes = await bytesOf(queries, record)
    if (bytes <= FREE_RECORD) return
    const { granted, reset } = await rateLimits.consume('history bytes of user', BYTES, record.row.user_id, bytes)
    if (granted) return
    throw new ApiError('rate_limited', {
      message: 'Your history takes at most 4 MB of long inputs and world documents in 24 hours. Try again later.',
      retryAfter: reset,
    })
  },
})
