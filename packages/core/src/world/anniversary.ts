// A file of its own: `time.ts` is in what a page loads before any tool is run, and only zones need this.
import { DAY, dayNumber } from './time.ts'

/**
 * Returns the instant some years later (not more than 99) on the same day of the same month, at the same time: registrations
 * end on their anniversaries. For the 29th of February, in a year without one, it is the 1st of March.
 */
export const anniversary = (at: number, years: number): number => {
  const near = at + Math.round(years * 365.25) * DAY
  const day = dayNumber(at) % 10_000
  // Two days early where a year like 2100 lies between, which has no 29th of February.
  for (const shift of [0, -DAY, DAY, -2 * DAY]) if (dayNumber(near + shift) % 10_000 === day) return near + shift
  return anniversary(at + DAY, years)
}
