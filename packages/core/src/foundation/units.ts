// Units of time. The first script of the site has them, so they are apart from the formats of times.

/** A second, in milliseconds. */
export const SECOND = 1000
/** A minute, in milliseconds. */
export const MINUTE = 60 * SECOND
/** An hour, in milliseconds. */
export const HOUR = 60 * MINUTE
/** A day, in milliseconds. */
export const DAY = 24 * HOUR
