import { timeSpan } from '@netbox/core'

/** Formats milliseconds as seconds for a label: `0.31 s`, `10 s`. */
export const inSeconds = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`
}

/** Formats milliseconds with one decimal below a hundred, as the figures of a report do: `84.4`, `112`. */
export const inMilliseconds = (time: number): string => (time < 100 ? time.toFixed(1) : String(Math.round(time)))

/** Describes the distance of an instant from now, in the words of the reports: `in 68 days`, `3 years ago`, `now`. */
export const fromNow = (time: string, now: string): string => {
  const apart = Date.parse(time) - Date.parse(now)
  if (Math.abs(apart) < 60_000) return 'now'
  return apart > 0 ? `in ${timeSpan(apart)}` : `${timeSpan(apart)} ago`
}

/** Formats an instant to the minute: `2026-11-20 08:14`. */
export const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ')
