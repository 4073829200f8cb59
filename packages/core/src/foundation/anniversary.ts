// This function has its own file, because only zones need it, and pages load `time.ts` before they run any tool.
import { DAY, dayNumber } from './time.ts'

/**
 * Returns the same date and time some years later (99 at most), because registrations end on their anniversaries. In a year without 29
 * February, that date becomes 1 March.
 */
export const anniversary = (at: number, years: number): number => {
  const near = at + Math.round(years * 365.25) * DAY
  const day = dayNumber(at) % 10_000
  // The estimate is two days early after a year like 2100, which has no 29 February.
  for (const shift of [0, -DAY, DAY, -2 * DAY]) if (dayNumber(near + shift) % 10_000 === day) return near + shift
  return anniversary(at + DAY, years)
}
