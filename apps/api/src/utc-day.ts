const DAY = 86_400_000

const numberOf = (now: number): number => Math.floor(now / DAY)

let last = { number: -1, name: '' }

/** Names the UTC day in which a time is: `2026-11-22`. The last one is remembered, for runs ask for the same all day. */
export const utcDay = (now: number): string => {
  const number = numberOf(now)
  if (last.number !== number) last = { number, name: new Date(now).toISOString().slice(0, 10) }
  return last.name
}

/** Returns when the next UTC day begins, and daily counters begin again. */
export const nextUtcDay = (now: number): number => (numberOf(now) + 1) * DAY
