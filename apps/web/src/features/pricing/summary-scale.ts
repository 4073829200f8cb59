import type { SummaryLine } from '@netbox/product'

const LONGEST = 120
const MOST_PER_DECADE = 40
const SHORTEST = 6

/** Returns the length of the line of each amount: one step for every power of ten, one more for an unlimited amount. */
export const summaryScale = (lines: readonly SummaryLine[]): number[] => {
  const known = lines.flatMap(({ amount }) => (amount === null ? [] : [Math.log10(amount)]))
  const most = Math.max(...known)
  const decades = lines.some(({ amount }) => amount === null) ? most + 1 : most
  const step = Math.min(MOST_PER_DECADE, LONGEST / decades)
  return lines.map(({ amount }) =>
    Math.max(SHORTEST, Math.round(step * (amount === null ? most + 1 : Math.log10(amount)))),
  )
}
