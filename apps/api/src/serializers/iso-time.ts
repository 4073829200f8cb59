import { ApiError } from '../api-error.ts'

/** Writes an instant as the contract has it: ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Writes an instant that may be absent. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds)

/** Reads an instant that may be absent and has to come. Throws `validation_failed`, also for one that the calendar does not have. */
export const readFutureTime = (text: string | null, path: string, now: number): number | null => {
  if (text === null) return null
  const at = Date.parse(text)
  // Written so that what is no number is refused too.
  if (!(at > now)) throw new ApiError('validation_failed', { errors: [{ msg: 'Must be in the future.', path }] })
  return at
}
