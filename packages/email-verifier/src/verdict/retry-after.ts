const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const UNIT = '(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\\b'
const MOST = 24 * 3600

// 'try again in 5 minutes', 'greylisted for 300 seconds', 'wait 60s', '10 minutes later'
const BEFORE = new RegExp(`\\b(?:in|after|for|wait|within|least)\\s+(\\d{1,6})\\s*${UNIT}`, 'i')
const AFTER = new RegExp(`\\b(\\d{1,6})\\s*${UNIT}\\s+(?:later|from now)`, 'i')
const CLOCK = /\b(?:in|after|for|wait)\s+(\d{1,2}):(\d{2}):(\d{2})\b/i
const PLAIN = /\bretry[- ]?after\s*[:=]?\s*(\d{1,6})\b(?!\s*[mh:])/i

/**
 * Parses the wait that a reply requests, in seconds: from one second to a day. Undefined if it requests none.
 *
 * @example
 * import { retryAfterOf } from '@netbox/email-verifier'
 * retryAfterOf('Greylisted, please try again in 5 minutes') // => 300
 * retryAfterOf('Try again later') // => undefined
 */
export const retryAfterOf = (text: string): number | undefined => {
  const start = text.slice(0, 2048)
  const [, amount, unit] = BEFORE.exec(start) ?? AFTER.exec(start) ?? []
  const [, hours, minutes, seconds] = CLOCK.exec(start) ?? []
  const [, plain] = PLAIN.exec(start) ?? []
  const said =
    hours === undefined
      ? Number(amount ?? plain) * (UNITS[unit?.charAt(0).toLowerCase() ?? 's'] ?? 1)
      : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return Number.isNaN(said) ? undefined : Math.min(Math.max(said, 1), MOST)
}
