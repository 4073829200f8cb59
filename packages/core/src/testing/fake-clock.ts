import type { Clock } from '../platform.ts'

/** A clock that moves only when it is told to, or when somebody waits on it. */
export interface FakeClock extends Clock {
  /** Moves the clock forward by some milliseconds. */
  advance(milliseconds: number): void
}

/** The instant at which fixed worlds stand: 2026-01-01T00:00:00Z, in epoch milliseconds. */
export const FIXED_TIME = 1_767_225_600_000

/** Makes a clock on which waiting takes no time: it jumps to the end of the wait. */
export const fakeClock = (start: number = FIXED_TIME): FakeClock => {
  let time = start
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds
    },
    wait: async (milliseconds, signal) => {
      if (signal?.aborted) throw signal.reason
      time += milliseconds
    },
  }
}
