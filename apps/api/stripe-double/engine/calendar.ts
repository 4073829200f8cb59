import type { Price } from '../objects/types.ts'

const DAY = 24 * 60 * 60

const monthsLater = (start: number, months: number): number => {
  const from = new Date(start * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  // The last day where a month is shorter.
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(to.getTime() / 1000)
}

/** Returns the end of a period of a price, in epoch seconds. It counts from the anchor, so that no month is lost after February. */
export const periodEnd = (price: Price, start: number, anchor: number): number => {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  if (interval === 'day') return start + count * DAY
  if (interval === 'week') return start + count * 7 * DAY
  const step = interval === 'year' ? 12 * count : count
  for (let months = step; ; months += step) {
    const end = monthsLater(anchor, months)
    if (end > start) return end
  }
}
