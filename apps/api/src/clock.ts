import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, DAY } from '@netbox/core'
import { Refusal } from './refusal.ts'

/** Returns the system clock. With a start time (for tests), the clock begins there and runs at normal speed. */
export const systemClock = (start?: number): Clock => {
  const ahead = start === undefined ? 0 : start - Date.now()
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds, signal) => {
      // The cast is safe: all callers pass signals of Node.
      await wait(milliseconds, undefined, signal === undefined ? {} : { signal: signal as AbortSignal })
    },
  }
}

// Units of time, in milliseconds.
export { DAY, HOUR, MINUTE, SECOND } from '@netbox/core'

/** Returns the UTC day of a time: `2026-11-22`. */
export const utcDay = (now: number): string => isoTime(now).slice(0, 10)

/** Returns the start of the next UTC day, when daily counters reset. */
export const nextUtcDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY

/** Formats an instant as in the contract: ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Formats an instant that may be absent. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds)

/** Parses an optional instant that must be in the future. Throws `validation_failed`, even for a date that does not exist. */
export const readFutureTime = (text: string | null, path: string, now: number): number | null => {
  if (text === null) return null
  const at = Date.parse(text)
  // The condition is negated so that NaN is refused too.
  if (!(at > now)) throw new Refusal('validation_failed', { errors: [{ msg: 'Must be in the future.', path }] })
  return at
}
