import { DAY, HOUR, MINUTE, SECOND } from './units.ts'

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
