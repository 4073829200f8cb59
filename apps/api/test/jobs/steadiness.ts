/** One value, with its time in seconds. */
export interface Point {
  readonly seconds: number
  readonly value: number
}

/** The trend of a value over a time span. */
export interface Trend {
  readonly mean: number
  /** The slope of the least-squares line. */
  readonly perHour: number
  /** The rise of the line from the first point to the last. */
  readonly growth: number
  readonly isFlat: boolean
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Fits a line to the points and judges it. A value is flat if its line rises by no more than `share` of its mean, or by no more than
 * `atLeast`, the normal variation of small values.
 */
export const trendOf = (points: readonly Point[], { share = 0.05, atLeast = 0 } = {}): Trend => {
  if (points.length < 3) throw new Error(`${points.length} points tell no trend`)
  const middle = mean(points.map(({ seconds }) => seconds))
  const average = mean(points.map(({ value }) => value))
  const products = points.map(({ seconds, value }) => (seconds - middle) * (value - average))
  const squares = points.map(({ seconds }) => (seconds - middle) * (seconds - middle))
  const slope = mean(products) / mean(squares)
  const times = points.map(({ seconds }) => seconds)
  const growth = slope * (Math.max(...times) - Math.min(...times))
  return { mean: average, perHour: slope * 3600, growth, isFlat: growth <= Math.max(average * share, atLeast) }
}
