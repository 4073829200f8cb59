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

/** Writes an instant as ISO 8601 in UTC: `2026-11-20T08:00:00.000Z`. */
export const isoTime = (at: number): string => new Date(at).toISOString()

/** Writes the UTC day of an instant: `2026-11-20`. */
export const isoDay = (at: number): string => isoTime(at).slice(0, 10)
