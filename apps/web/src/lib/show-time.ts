/** The abbreviations of months, January first. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Shows the day of an instant: `20 Nov 2026`. In UTC, as every time of the product, and the same in every browser. */
export const showDay = (instant: string): string => {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** Shows an instant to the minute: `20 Nov 2026, 08:14 UTC`. */
export const showMinute = (instant: string): string =>
  `${showDay(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`

/** Shows how long a run took, with a thin gap between thousands: `2 914 ms`. */
export const showMilliseconds = (ms: number): string => `${String(ms).replace(/\B(?=(\d{3})+$)/g, ' ')} ms`
