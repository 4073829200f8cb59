import type { Clock } from '../ports.ts'

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Replaces node:timers/promises, whose errors for aborted waits cost a tenth of the time of a long list.
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      // The waiting caller gave the reason, and gets it back unchanged.
      const end = (): void => reject(signal?.reason)
      if (signal?.aborted) return end()
      const stop = (): void => {
        clearTimeout(timer)
        end()
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
