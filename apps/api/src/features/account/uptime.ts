import type { Queries } from '../../db/database.ts'
import { countMinutes, firstMinute } from './repository.ts'

const MINUTE = 60_000
const WINDOW = 30 * 24 * 60

/**
 * Returns the share of minutes in which the service answered, in per cent of the last 30 days or of the time since it first ran, rounded
 * down to hundredths: 100 says that none is missing. Null before there is any.
 */
export const uptime = async (queries: Queries, now: number): Promise<number | null> => {
  const first = await firstMinute(queries)
  const current = Math.floor(now / MINUTE)
  if (first === undefined || first > current) return null
  // The present minute may still get its mark, so it counts only where there is no other.
  const to = Math.max(first, current - 1)
  const from = Math.max(first, to - WINDOW + 1)
  const minutes = await countMinutes(queries, from, to)
  return Math.floor((minutes * 10_000) / (to - from + 1)) / 100
}
