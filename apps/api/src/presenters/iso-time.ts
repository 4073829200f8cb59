/** Writes an instant as the contract has it: ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Writes an instant that may be absent. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds)
