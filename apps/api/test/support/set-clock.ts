import type { Clock } from '@netbox/core'
import { systemClock } from '../../src/clock.ts'

/** A clock that tests set. Waiting takes real time, because the service's timers would spin on a jumping clock. */
export interface SetClock extends Clock {
  advance(milliseconds: number): void
}

/** Creates a clock that advances only on demand. */
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
