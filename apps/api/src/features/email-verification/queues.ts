/**
 * Waits for a turn at a key, and returns a function that releases it. An aborted waiter leaves the queue and throws the signal's reason.
 */
export type Queues = (key: string, signal: AbortSignal) => Promise<() => void>

/** Makes queues: for each key one at a time has its turn, in the order in which they came. */
export const createQueues = (): Queues => {
  const last = new Map<string, Promise<void>>()
  return async (key, signal) => {
    signal.throwIfAborted()
    const before = last.get(key) ?? Promise.resolve()
    let done: () => void = () => undefined
    const own = new Promise<void>((resolve) => {
      done = resolve
    })
    // Abandoned waiters keep their place in the queue.
    const both = Promise.all([before, own]).then(() => undefined)
    last.set(key, both)
    void both.finally(() => {
      if (last.get(key) === both) last.delete(key)
    })
    const given = new AbortController()
    const abandoned = new Promise<never>((_resolve, reject) => {
      const leaveQueue = (): void => {
        done()
        reject(signal.reason)
      }
      signal.addEventListener('abort', leaveQueue, { once: true, signal: given.signal })
    })
    await Promise.race([before, abandoned]).finally(() => given.abort())
    return done
  }
}
