import { fraction, type Entity } from './mapping.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * Gives the start of the current period of something that recurs (a renewal, a zone change), in epoch milliseconds
 * and never after `at`. It stays the same for the length of the period, so results change only when the world does.
 */
export const lastTime = (at: number, of: Entity, field: string, period: number): number => {
  const phase = Math.floor(fraction(of, field) * period)
  return Math.floor((at - phase) / period) * period + phase
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0')
const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
const three = (number: number): string => (number === 0 ? '000' : pad(number, 3))

/**
 * Gives the UTC day of an instant as a number: 20261120. Reports are full of dates and `Date` takes its time, so this
 * counts itself (days from civil, in 400-year eras that begin on 1 March).
 */
export const dayNumber = (at: number): number => {
  const days = Math.floor(at / DAY) + 719_468
  const era = Math.floor(days / 146_097)
  const day = days - era * 146_097
  const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365)
  const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const date = ofYear - Math.floor((153 * shifted + 2) / 5) + 1
  return (year + era * 400 + (month <= 2 ? 1 : 0)) * 10_000 + month * 100 + date
}

/** Writes the UTC day of an instant: `2026-11-20`. */
export const isoDay = (at: number): string => {
  const number = dayNumber(at)
  const year = Math.floor(number / 10_000)
  return `${year < 1000 ? pad(year, 4) : year}-${two(Math.floor(number / 100) % 100)}-${two(number % 100)}`
}

/** Writes an instant of the years 0 to 9999 as ISO 8601 in UTC: `2026-11-20T08:00:00.000Z`. */
export const isoTime = (at: number): string => {
  const time = at - Math.floor(at / DAY) * DAY
  const hours = Math.floor(time / HOUR)
  const minutes = Math.floor(time / MINUTE) % 60
  const seconds = Math.floor(time / SECOND) % 60
  return `${isoDay(at)}T${two(hours)}:${two(minutes)}:${two(seconds)}.${three(Math.floor(time) % SECOND)}Z`
}
