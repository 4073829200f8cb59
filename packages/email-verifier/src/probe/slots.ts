/** A semaphore: a limited number of slots. */
export interface Slots {
  /** Waits for a slot, in order of arrival, and returns a function that releases it. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>
}

/** Creates a semaphore. */
export const createSlots = (count: number): Slots => {
  let free = count
  const waiting = new Set<() => void>()

  const leave = (): void => {
    free += 1
    const [next] = waiting
    next?.()
  }

  const place = (): (() => void) => {
    free -= 1
    let taken = true
    return () => {
      if (taken) leave()
      taken = false
    }
  }

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        if (free > 0) {
          resolve(place())
          return
        }
        const stop = (): void => {
          waiting.delete(enter)
          signal.removeEventListener('abort', abort)
        }
        const enter = (): void => {
          stop()
          resolve(place())
        }
        const abort = (): void => {
          stop()
          reject(signal.reason)
        }
        waiting.add(enter)
        signal.addEventListener('abort', abort)
      }),
  }
}
