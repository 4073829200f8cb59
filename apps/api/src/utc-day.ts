const DAY = 86_400_000

/** Names the UTC day in which a time is: `2026-11-22`. */
export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Gives when the next UTC day begins, and daily counters begin again. */
export const nextUtcDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY
