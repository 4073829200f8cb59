import { between, fraction, type Entity } from './mapping.ts'

/** A second, in milliseconds. */
export const SECOND = 1000
/** A minute, in milliseconds. */
export const MINUTE = 60 * SECOND
/** An hour, in milliseconds. */
export const HOUR = 60 * MINUTE
/** A day, in milliseconds. */
export const DAY = 24 * HOUR

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

/**
 * Returns the UTC day of an instant as a number: 20261120. Reports have many dates and `Date` is slow, so this function computes the day
 * without it (the inverse of days_from_civil, in 400-year eras that begin on 1 March). `| 0` rounds down numbers that are never negative.
 */
export const dayNumber = (at: number): number => {
  const days = Math.floor(at / DAY) + 719_468
  const era = Math.floor(days / 146_097)
  const day = days - era * 146_097
  const year = ((day - ((day / 1460) | 0) + ((day / 36_524) | 0) - ((day / 146_096) | 0)) / 365) | 0
  const ofYear = day - (365 * year + ((year / 4) | 0) - ((year / 100) | 0))
  const shifted = ((5 * ofYear + 2) / 153) | 0
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const date = ofYear - (((153 * shifted + 2) / 5) | 0) + 1
  return (year + era * 400 + (month <= 2 ? 1 : 0)) * 10_000 + month * 100 + date
}

/** Returns the character code of a number's digit at 1, 10, 100 and so on. */
const digit = (number: number, place: number): number => 48 + (((number / place) | 0) % 10)

const DASH = 45
const DOT = 46
const COLON = 58

// The latest result, because every run formats the current day more than once.
const latest = { day: 0, text: '' }

/** Formats the UTC day of an instant in the years 0 to 9999: `2026-11-20`. */
export const isoDay = (at: number): string => {
  const day = dayNumber(at)
  if (day === latest.day) return latest.text
  const year = (day / 10_000) | 0
  const month = ((day / 100) | 0) % 100
  const date = day % 100
  latest.day = day
  // prettier-ignore
  latest.text = String.fromCharCode(
    digit(year, 1000), digit(year, 100), digit(year, 10), digit(year, 1), DASH,
    digit(month, 10), digit(month, 1), DASH, digit(date, 10), digit(date, 1),
  )
  return latest.text
}

/** Formats an instant in the years 0 to 9999 as ISO 8601 in UTC: `2026-11-20T08:00:00.000Z`. */
export const isoTime = (at: number): string => {
  const ms = Math.floor(at - Math.floor(at / DAY) * DAY)
  const hour = (ms / HOUR) | 0
  const minute = ((ms / MINUTE) | 0) % 60
  const second = ((ms / SECOND) | 0) % 60
  // prettier-ignore
  const clock = String.fromCharCode(
    digit(hour, 10), digit(hour, 1), COLON, digit(minute, 10), digit(minute, 1), COLON,
    digit(second, 10), digit(second, 1), DOT, digit(ms, 100), digit(ms, 10), digit(ms, 1),
  )
  return `${isoDay(at)}T${clock}Z`
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
