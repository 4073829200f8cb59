import type { Clock } from '../../src/ports.ts'

/** A clock that moves only on demand: a wait ends when `advance` has passed its end. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
  /** Returns the number of waiters. If it is not 0 at the end of a test, a timer is left over. */
  waiting(): number
  /** Resolves as soon as a caller is waiting for the clock. */
  awaited(): Promise<void>
}

interface Wait {
  readonly until: number
  readonly end: () => void
}

/** Creates a clock that moves only by `advance`. */
export const manualClock = (start = 1_767_225_600_000): ManualClock => {
  let time = start
  const waits = new Set<Wait>()
  const watchers = new Set<() => void>()
  return {
    awaited: () =>
      new Promise((resolve) => {
        if (waits.size > 0) resolve()
        else watchers.add(resolve)
      }),
    now: () => time,
    waiting: () => waits.size,
    advance: (milliseconds) => {
      time += milliseconds
      for (const wait of [...waits].toSorted((a, b) => a.until - b.until)) if (wait.until <= time) wait.end()
    },
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const leave = (): void => {
          waits.delete(wait)
          signal?.removeEventListener('abort', abort)
        }
        const abort = (): void => {
          leave()
          reject(signal?.reason)
        }
        const wait: Wait = {
          until: time + milliseconds,
          end: () => {
            leave()
            resolve()
          },
        }
        waits.add(wait)
        for (const watcher of watchers) watcher()
        watchers.clear()
        signal?.addEventListener('abort', abort)
      }),
  }
}
