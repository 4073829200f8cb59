import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@netbox/core'

/** The clock of the machine; with a start, one that begins there and goes on at the usual speed (a knob of tests). */
export const systemClock = (start?: number): Clock => {
  const ahead = start === undefined ? 0 : start - Date.now()
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds, signal) => {
      // The only signals here are those of the platform, which this is the type of.
      await wait(milliseconds, undefined, signal === undefined ? {} : { signal: signal as AbortSignal })
    },
  }
}
