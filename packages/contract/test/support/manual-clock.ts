import type { Clock } from '@netbox/core'

/** A clock that moves only on demand; waiting callers continue when their time comes. */
export interface ManualClock extends Clock {
  /**
   * Advances the clock by the given milliseconds, stopping at each wait that ends, so that its caller continues before the clock moves on.
   */
  advance(milliseconds: number): Promise<void>
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

/** Creates a clock that stands still at a time. */
export const manualClock = (start = 1_767_225_600_000): ManualClock => {
  let time = start
  let waits: { readonly at: number; readonly go: () => void }[] = []
  return {
    now: () => time,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new Error('aborted'))
        const wait = { at: time + milliseconds, go: resolve }
        waits.push(wait)
        signal?.addEventListener('abort', () => {
          waits = waits.filter((other) => other !== wait)
          reject(new Error('aborted'))
        })
      }),
    advance: async (milliseconds) => {
      const end = time + milliseconds
      await settle()
      for (;;) {
        const next = waits.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= end)
        if (next === undefined) break
        time = next.at
        waits = waits.filter((wait) => wait !== next)
        next.go()
        await settle()
      }
      time = end
      await settle()
    },
  }
}
