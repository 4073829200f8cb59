// Units of time. The first script of the site has them, so they are apart from the formats of times.

/** The length of a second, in the milliseconds that the times of runs and worlds have. */
export const SECOND = 1000
/** The length of a minute, in the milliseconds that the times of runs and worlds have. */
export const MINUTE = 60 * SECOND
/** The length of an hour, in the milliseconds that the times of runs and worlds have. */
export const HOUR = 60 * MINUTE
/** The length of a day, in the milliseconds that the times of runs and worlds have. */
export const DAY = 24 * HOUR
