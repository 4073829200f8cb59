import { useEffect, useState } from 'react'
import { DAY, MONTHS } from '@netbox/core'

/** Shows the day of an instant: `20 Nov 2026`. The day is in UTC, like every time of the product, so it is the same in every browser. */
export const showDay = (instant: string): string => {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** Shows an instant to the minute: `20 Nov 2026, 08:14 UTC`. */
export const showMinute = (instant: string): string =>
  `${showDay(instant)}, ${new Date(instant).toISOString().slice(11, 16)} UTC`

/** Shows how long a run took, with a space as the thousands separator: `2 914 ms`. */
export const showMilliseconds = (ms: number): string => `${String(ms).replace(/\B(?=(\d{3})+$)/g, ' ')} ms`

const two = (value: number): string => String(value).padStart(2, '0')

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()

/**
 * Shows an instant in short, in the reader's time zone: today as the time, then 'Yesterday', then the day, with the year if it differs from
 * the current one.
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

/** Returns the current time in epoch milliseconds, and updates it at an interval while `isGoing` is true. */
export const useNow = (every: number, isGoing = true): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every, isGoing])
  return now
}

/** Returns a value after it has stayed the same for a moment, so that typing does not cause a request for each letter. */
export const useSettled = <Value>(value: Value, milliseconds = 250): Value => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
