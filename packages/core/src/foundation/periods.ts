import { between, fraction, type Entity } from './mapping.ts'
import { DAY } from './units.ts'
import { dayNumber } from './time.ts'

// When things of a world begin, recur and end. A page needs none of it before a run.

/** Returns the whole days in a length of time in milliseconds, negative for a negative one: every report rounds days in this way. */
export const wholeDays = (milliseconds: number): number => Math.trunc(milliseconds / DAY) + 0

/**
 * Returns the start of the current period of a recurring event (a renewal, a zone change), in epoch milliseconds and never after `at`. It
 * is constant during the period, so results change only when the world does.
 */
export const lastTime = (at: number, of: Entity, field: string, period: number): number => {
  const phase = Math.floor(fraction(of, field) * period)
  return Math.floor((at - phase) / period) * period + phase
}

// The lifetimes of certificates in days: 90, the maximum of public authorities since 2020, and longer lifetimes of private authorities.
const LIFETIMES = [90, 398, 3650, 36_500]

/**
 * Returns the start of a certificate that expires at `end`: the certificate has the shortest common lifetime with which it is already valid
 * at `at`.
 */
export const startOfCertificate = (end: number, at: number): number => {
  const days = LIFETIMES.find((length) => end - length * DAY <= at)
  return days === undefined ? at : end - days * DAY
}

const TIMES_TO_LIVE = [300, 300, 600, 900, 1800, 3600, 3600, 14_400, 86_400] as const

/** Returns the time to live of a record set, in seconds. */
export const timeToLive = (of: Entity, field: string): number =>
  TIMES_TO_LIVE[between(of, field, 0, TIMES_TO_LIVE.length - 1)] ?? 3600

/**
 * Returns the same date and time some years later (99 at most), because registrations end on their anniversaries. In a year without 29
 * February, that date becomes 1 March.
 */
export const anniversary = (at: number, years: number): number => {
  const near = at + Math.round(years * 365.25) * DAY
  const day = dayNumber(at) % 10_000
  // The estimate is two days early after a year like 2100, which has no 29 February.
  for (const shift of [0, -DAY, DAY, -2 * DAY]) if (dayNumber(near + shift) % 10_000 === day) return near + shift
  return anniversary(at + DAY, years)
}
