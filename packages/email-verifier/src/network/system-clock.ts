import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

/** Is the clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (milliseconds, signal) => {
    try {
      await setTimeout(milliseconds, undefined, { signal })
    } catch (error) {
      // Node wraps the reason; who waits has given one and wants it back.
      throw signal?.aborted ? signal.reason : error
    }
  },
}
