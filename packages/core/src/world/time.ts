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

// Runs come many to a millisecond, and writing a date costs as much as a tool's whole simulation.
let written = { at: Number.NaN, text: '' }
let day = { number: Number.NaN, text: '' }

/** Writes an instant as ISO 8601 in UTC: `2026-11-20T08:00:00.000Z`. */
export const isoTime = (at: number): string => {
  if (written.at !== at) written = { at, text: new Date(at).toISOString() }
  return written.text
}

/** Writes the UTC day of an instant: `2026-11-20`. */
export const isoDay = (at: number): string => {
  const number = Math.floor(at / DAY)
  if (day.number !== number) day = { number, text: new Date(at).toISOString().slice(0, 10) }
  return day.text
}
