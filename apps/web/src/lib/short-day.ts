import { MONTHS } from './show-time.ts'

const two = (value: number): string => String(value).padStart(2, '0')

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()

const DAY = 24 * 60 * 60_000

/**
 * Formats a past time briefly, in the user's time zone: the time if it was today, 'Yesterday', or the date, with the year if it is another
 * one.
 */
export const shortDay = (at: string | number, now: Date = new Date()): string => {
  const time = new Date(at)
  // A day may be 23 or 25 hours long.
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY)
  if (days <= 0) return `${two(time.getHours())}:${two(time.getMinutes())}`
  if (days === 1) return 'Yesterday'
  const day = `${time.getDate()} ${MONTHS[time.getMonth()] ?? ''}`
  return time.getFullYear() === now.getFullYear() ? day : `${day} ${time.getFullYear()}`
}
