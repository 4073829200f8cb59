const DAY = 24 * 60
const MINUTE = 60_000

/** Formats the time until 00:00 UTC, when limits reset: `15 h 43 min`, rounded up, so that users don't return too early. */
export const untilMidnight = (now: Date): string => {
  const left = Math.ceil((DAY * MINUTE - (now.getTime() % (DAY * MINUTE))) / MINUTE)
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`
}

const WORD = /^\p{L}{2,}$/u

/** Reads a first name from an address like `ana.ruiz@…`; undefined for other addresses, such as `info@…`. */
export const nameOf = (email: string): string | undefined => {
  const [first = '', last = ''] = email.split('@', 1).join('').split('.')
  if (!WORD.test(first) || !WORD.test(last)) return undefined
  return first.charAt(0).toUpperCase() + first.slice(1).toLowerCase()
}
