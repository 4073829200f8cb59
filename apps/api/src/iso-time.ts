import { ApiError } from './api-error.ts'

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
  if (!(at > now)) throw new ApiError('validation_failed', { errors: [{ msg: 'Must be in the future.', path }] })
  return at
}
