/** A time of a world, from 1970 to 9999: ISO 8601, epoch milliseconds or a `Date`. */
export type WorldTime = string | number | Date

const MAX_SEED_LENGTH = 64
// The last instant of the year 9999, because ISO 8601 writes later years with a sign.
const LAST_INSTANT = 253_402_300_799_999

const parseTime = (text: string): number => (/^\d{4}-\d{2}(?:-\d{2}|$)/.test(text) ? Date.parse(text) : Number.NaN)

/**
 * Parses the time of a world into epoch milliseconds; undefined for a text that is not a time, and for a time outside the years 1970 to
 * 9999.
 */
export const timeOf = (at: WorldTime): number | undefined => {
  const time = at instanceof Date ? at.getTime() : typeof at === 'string' ? parseTime(at) : at
  return Number.isInteger(time) && time >= 0 && time <= LAST_INSTANT ? time : undefined
}

/** Returns whether a value is a valid seed. Scripts without types may pass anything. */
export const isSeed = (seed: unknown): seed is string =>
  typeof seed === 'string' && seed !== '' && seed.length <= MAX_SEED_LENGTH
