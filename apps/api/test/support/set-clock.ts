import type { Clock } from '@netbox/core'
import { systemClock } from '../../src/clock.ts'

/** A clock that tests set. Waiting on it takes real time, as timers of the service would spin on one that jumps. */
export interface SetClock extends Clock {
  advance(milliseconds: number): void
}

/** Makes a clock that stands still until it is told to continue. */
export const setClock = (start: string): SetClock => {
  const real = systemClock()
  let now = Date.parse(start)
  return {
    now: () => now,
    wait: (milliseconds, signal) => real.wait(milliseconds, signal),
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
