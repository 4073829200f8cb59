import type { Clock } from '../platform.ts'
import { readTime } from '../runs/open-world.ts'

/** A clock that moves only when a test advances it, or when code waits for it. */
export interface FakeClock extends Clock {
  /** Moves the clock forward by the given number of milliseconds. Throws a `RangeError` for a negative number. */
  advance(milliseconds: number): void
  /** Moves the clock forward to an instant: ISO 8601 or epoch milliseconds. Throws a `RangeError` if it is in the past. */
  advanceTo(instant: string | number): void
  /**
   * Sets the clock back by the given number of milliseconds, like the correction of a fast clock. Throws a `RangeError` for a negative
   * number.
   */
  turnBack(milliseconds: number): void
}

/** The time of fixed worlds: 2026-01-01T00:00:00Z, in epoch milliseconds. */
export const FIXED_TIME = 1_767_225_600_000

/**
 * Creates a clock on which waiting takes no time: it jumps to the end of the wait.
 *
 * @example
 * const clock = fakeClock()
 * clock.advance(60_000)
 * clock.now() - FIXED_TIME // => 60_000
 * clock.advanceTo('2026-01-01T10:00:00Z')
 * clock.now() - FIXED_TIME // => 36_000_000
 */
export const fakeClock = (start: number = FIXED_TIME): FakeClock => {
  let time = start
  const advance = (milliseconds: number): void => {
    if (!(milliseconds >= 0))
      throw new RangeError(`A clock only goes forward: it can't be advanced by ${milliseconds} ms.`)
    time += milliseconds
  }
  return {
    now: () => time,
    advance,
    advanceTo: (instant) => advance(readTime(instant) - time),
    turnBack: (milliseconds) => {
      if (!(milliseconds >= 0)) throw new RangeError(`A clock can't be turned back by ${milliseconds} ms.`)
      time -= milliseconds
    },
    wait: async (milliseconds, signal) => {
      if (signal?.aborted) throw signal.reason
      time += milliseconds
    },
  }
}
