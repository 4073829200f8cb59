import type { Clock } from '../ports.ts'

/** The clock of the machine, with its timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // A replacement for node:timers/promises, which creates a slow error for each aborted wait.
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      // The caller's own reason is returned unchanged.
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
