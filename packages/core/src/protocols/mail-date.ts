import { MONTHS } from '../foundation/months.ts'
import { DAY, MINUTE } from '../foundation/units.ts'
import { isoTime } from '../foundation/time.ts'

// From Thursday, the day of 1 January 1970.
const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const

/** Formats an instant as in RFC 5322, section 3.3, in UTC and without the zone: `Fri, 20 Nov 2026 08:14:02`. */
export const formatMailDate = (at: number): string => {
  const time = isoTime(at)
  const weekday = WEEKDAYS[((Math.floor(at / DAY) % 7) + 7) % 7]
  return `${weekday}, ${time.slice(8, 10)} ${MONTHS[Number(time.slice(5, 7)) - 1]} ${time.slice(0, 4)} ${time.slice(11, 19)}`
}

/** Returns the month of a name in any case, from 0 for January; -1 for any other name. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.toLowerCase() === name.toLowerCase())

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?`
const ZONE = String.raw`([+-]\d{4}|[a-z]{1,4})(?![a-z])`
const DATE = new RegExp(String.raw`(?<!\d)(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4})\s+${TIME}\s*${ZONE}`, 'i')
// A date of C's asctime with a zone before or after the year: `Thu Jan  1 08:00:00 2026 +0000`.
const ASCTIME = new RegExp(
  String.raw`(?<![a-z])([a-z]{3})\s+(\d{1,2})\s+${TIME}\s*(?:${ZONE}\s*)?\s(\d{4})(?!\d)(?:\s*${ZONE})?`,
  'i',
)
// A date such as `2026-01-01 08:00:00.123 +0000 UTC`, which some services write.
const SORTED_DATE = new RegExp(String.raw`(?<!\d)(\d{4})-(\d{2})-(\d{2})\s+${TIME}\s*${ZONE}`, 'i')

/** The zones of RFC 5322, section 4.3, in hours. Other names, including single letters, have no agreed meaning. */
const ZONES: Readonly<Record<string, number>> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

/** Returns the offset of a zone from UTC in minutes. */
const offsetOf = (zone: string): number | undefined => {
  if (/^[+-]/.test(zone)) {
    const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))
    return zone.startsWith('-') ? -minutes : minutes
  }
  const hours = ZONES[zone.toUpperCase()]
  return hours === undefined ? undefined : hours * 60
}

/** Parses a year. Two digits mean 1950 to 2049; three digits count from 1900 (RFC 5322, section 4.3). */
const yearOf = (text: string): number =>
  Number(text) + (text.length === 4 ? 0 : text.length === 2 && text < '50' ? 2000 : 1900)

interface DateParts {
  readonly year: number
  /** The month, from 0 for January. */
  readonly month: number
  readonly day: number
  readonly rest: readonly (string | undefined)[]
}

const datePartsIn = (text: string): DateParts | undefined => {
  const [, day, month = '', year = '', ...rest] = DATE.exec(text) ?? []
  if (day !== undefined) return { year: yearOf(year), month: monthOf(month), day: Number(day), rest }
  const [, namedMonth, namedDay, hour, minute, second, before, namedYear, after] = ASCTIME.exec(text) ?? []
  if (namedMonth !== undefined)
    return {
      year: Number(namedYear),
      month: monthOf(namedMonth),
      day: Number(namedDay),
      rest: [hour, minute, second, before ?? after],
    }
  const [, sortedYear, sortedMonth, sortedDay, ...sortedRest] = SORTED_DATE.exec(text) ?? []
  if (sortedYear === undefined) return undefined
  return { year: Number(sortedYear), month: Number(sortedMonth) - 1, day: Number(sortedDay), rest: sortedRest }
}

/**
 * Reads a date of RFC 5322, section 3.3, obsolete forms included, or of asctime, as epoch milliseconds; undefined for a text that is not a date or has no
 * zone.
 */
export const parseMailDate = (text: string): number | undefined => {
  const parts = datePartsIn(text.slice(-200))
  if (parts === undefined) return undefined
  const { year, month, day, rest } = parts
  const [hour, minute, second] = rest.slice(0, 3).map((digits) => Number(digits ?? 0))
  const offset = offsetOf(rest[3] ?? '')
  if (
    offset === undefined ||
    month < 0 ||
    month > 11 ||
    (hour ?? 24) > 23 ||
    (minute ?? 60) > 59 ||
    (second ?? 61) > 60
  )
    return undefined
  const at = Date.UTC(year, month, day, hour, minute, second)
  // `Date` would turn 31 June into 1 July.
  return new Date(Date.UTC(year, month, day)).getUTCDate() === day ? at - offset * MINUTE : undefined
}
