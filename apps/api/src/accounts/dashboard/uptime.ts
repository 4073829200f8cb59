import type { Stats, Today } from '@netbox/contract'
import type { Queries } from '../../database/database.ts'
import { isoTime } from '../../iso-time.ts'
import { MINUTE, utcDay } from '../../clock.ts'
import { firstMinute, listMinutes, minutesByDay } from './repository.ts'

const DAY = 24 * 60
const WINDOW = 30 * DAY

/**
 * Returns the first and last minute (both inclusive) of the last 30 days, or of the time since the service first ran; undefined without
 * data.
 */
const windowOf = async (queries: Queries, now: number) => {
  const first = await firstMinute(queries)
  const current = Math.floor(now / MINUTE)
  if (first === undefined || first > current) return undefined
  // The service may not have recorded the current minute yet, so it counts only if it is the only one.
  const to = Math.max(first, current - 1)
  return { from: Math.max(first, to - WINDOW + 1), to }
}

/**
 * Returns the percentage of minutes in which the service responded, over the last 30 days or since it first ran, rounded down to
 * hundredths: 100 means that none is missing. Null without data. Also returns the minutes of each day.
 */
export const uptime = async (queries: Queries, now: number): Promise<Pick<Stats, 'uptime' | 'uptime_days'>> => {
  const span = await windowOf(queries, now)
  if (span === undefined) return { uptime: null, uptime_days: [] }
  const { from, to } = span
  const counted = await minutesByDay(queries, from, to)
  const days: Stats['uptime_days'] = []
  for (let start = from - (from % DAY); start <= to; start += DAY) {
    const minutes = Math.min(to, start + DAY - 1) - Math.max(from, start) + 1
    days.push({ day: utcDay(start * MINUTE), up: counted.get(start) ?? 0, minutes })
  }
  const up = days.reduce((sum, day) => sum + day.up, 0)
  return { uptime: Math.floor((up * 10_000) / (to - from + 1)) / 100, uptime_days: days }
}

/** Lists the periods after a given time in which the service did not respond. */
export const downtime = async (queries: Queries, since: number, now: number): Promise<Today['down']> => {
  const span = await windowOf(queries, now)
  const start = Math.floor(since / MINUTE)
  if (span === undefined || span.to < start) return []
  const from = Math.max(span.from, start)
  const minutes = [...(await listMinutes(queries, from, span.to)), span.to + 1]
  return minutes.flatMap((minute, at) => {
    const end = at === 0 ? from : (minutes[at - 1] ?? 0) + 1
    return minute === end ? [] : [{ from: isoTime(end * MINUTE), to: isoTime(minute * MINUTE) }]
  })
}
