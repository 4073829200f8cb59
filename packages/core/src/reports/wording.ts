import { DAY, HOUR, MINUTE } from '../foundation/units.ts'

/*
 * The wording of numbers and lists in reports, so that all tools agree. It does not use `Intl`, because its tables differ between engines,
 * and a report must be the same bytes everywhere.
 */

/** Writes a count with its noun: `1 mail server`, `3 mail servers`. */
export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
]

/** Writes a small number as a word, as sentences do: `three`; digits from seventeen on. */
export const inWords = (number: number): string => WORDS[number] ?? String(number)

/** Capitalizes the first letter: `thirteen of sixteen` → `Thirteen of sixteen`. */
export const capitalize = (text: string): string => {
  const first = text.charCodeAt(0)
  // Nearly every sentence begins with an ASCII letter, which can be capitalized without Unicode tables.
  const isSmall = first >= 97 && first <= 122
  return (isSmall ? String.fromCharCode(first - 32) : text.charAt(0).toUpperCase()) + text.slice(1)
}

/** Writes a list as prose: `a`, `a and b`, `a, b and c`. */
export const prose = (items: readonly string[]): string => {
  let text = items[0] ?? ''
  for (let at = 1; at < items.length; at++) text += `${at === items.length - 1 ? ' and ' : ', '}${items[at]}`
  return text
}

/** Writes milliseconds, with one decimal for small values: `0.4`, `84.4`, `812`. */
export const milliseconds = (time: number): string => (time < 100 ? oneDecimal(time) : String(Math.round(time)))

/** Writes milliseconds as seconds with one decimal: `10.3`. */
export const seconds = (time: number): string => oneDecimal(time / 1000)

// `toFixed` is much slower, and reports write many such numbers.
const oneDecimal = (number: number): string => {
  const tenths = Math.round(number * 10)
  const whole = Math.floor(tenths / 10)
  return `${whole}.${tenths - whole * 10}`
}

/** Writes a length of time in the largest unit that fits, rounded: `45 s`, `5 min`, `1 h`, `2 days`. */
export const duration = (inSeconds: number): string => {
  if (inSeconds < 60) return `${inSeconds} s`
  if (inSeconds < 3600) return `${Math.round(inSeconds / 60)} min`
  if (inSeconds < 86_400) return `${Math.round(inSeconds / 3600)} h`
  return count(Math.round(inSeconds / 86_400), 'day')
}

const UNITS = [
  ['year', 365.25 * DAY, 730 * DAY],
  // Up to 90 days, `68 days` is more useful for planning than `2 months`.
  ['month', 30 * DAY, 90 * DAY],
  ['day', DAY, DAY],
  ['hour', HOUR, HOUR],
  ['minute', MINUTE, MINUTE],
] as const

/**
 * Writes how far two instants are apart, in whole units: `68 days`, `5 months`, `7 years`, `less than a minute`. The distance is in
 * milliseconds, and every report and picture rounds it in this way.
 *
 * @example
 * timeSpan(68.9 * 86_400_000) // => '68 days'
 * timeSpan(-400 * 86_400_000) // => '13 months'
 */
export const timeSpan = (apart: number): string => {
  const distance = Math.abs(apart)
  const unit = UNITS.find(([, , from]) => distance >= from)
  return unit === undefined ? 'less than a minute' : count(Math.floor(distance / unit[1]), unit[0])
}
