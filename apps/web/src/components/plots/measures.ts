/** Formats milliseconds as seconds for a label: `0.31 s`, `10 s`. */
export const inSeconds = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`
}

/** Formats milliseconds with one decimal below a hundred, as the figures of a report do: `84.4`, `112`. */
export const inMilliseconds = (time: number): string => (time < 100 ? time.toFixed(1) : String(Math.round(time)))

const DAY = 86_400_000
const UNITS: readonly (readonly [string, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Describes the distance of an instant from now, in its largest unit: `in 68 days`, `3 years ago`, `now`. */
export const fromNow = (time: string, now: string): string => {
  const apart = Date.parse(time) - Date.parse(now)
  const distance = Math.abs(apart)
  // Times below 90 days are in days, because `in 68 days` is more useful for planning than `in 2 months`.
  const unit = UNITS.find(([name, length]) => distance >= length && !(name === 'month' && distance < 90 * DAY))
  if (unit === undefined) return 'now'
  // Months and years are rounded down; days and smaller units are rounded to the nearest.
  const round = unit[1] > DAY ? Math.floor : Math.round
  const count = round(distance / unit[1])
  const words = `${count} ${unit[0]}${count === 1 ? '' : 's'}`
  return apart > 0 ? `in ${words}` : `${words} ago`
}

/** Formats an instant to the minute: `2026-11-20 08:14`. */
export const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ')
