import { migrationStatusLabel } from '@netbox/product'

const DAY = 24 * 60 * 60_000

/** Counts what happened on each of the last days, UTC, the present one last. */
export const perDay = (times: readonly string[], days: number, now: Date): number[] => {
  const today = Math.floor(now.getTime() / DAY)
  const counts = Array.from({ length: days }, () => 0)
  for (const time of times) {
    const at = days - 1 - (today - Math.floor(Date.parse(time) / DAY))
    const count = counts[at]
    if (count !== undefined) counts[at] = count + 1
  }
  return counts
}

/** Counts requests by the name of their state, in the order in which the states come first. */
export const countByState = (states: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>()
  for (const state of states) {
    const label = migrationStatusLabel(state)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts]
}
