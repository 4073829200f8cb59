import type { Clock } from '../ports.ts'

/** The clock of the machine, with its timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // This replaces node:timers/promises, because that module creates a slow error for each aborted wait.
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      // The wait rejects with the caller's own reason, unchanged.
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
