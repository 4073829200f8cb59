/**
 * Waits for a turn at a key, and gives what ends that turn. Who can't wait any longer leaves the queue: it throws the signal's reason.
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
    // Who leaves early still stands between those before and those behind.
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
