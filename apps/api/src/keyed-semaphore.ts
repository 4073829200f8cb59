import { Semaphore } from 'async-mutex'

/** Creates a semaphore with `most` slots for each key; by default one, a mutex. It limits the work of this process only. */
export const createKeyedSemaphore = (most = 1) => {
  const semaphores = new Map<string, Semaphore>()

  /** Waits in the queue of a key and returns the function that frees the slot. Throws the signal's reason if it aborts. */
  const acquire = async (key: string, signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted()
    const semaphore = semaphores.get(key) ?? new Semaphore(most)
    semaphores.set(key, semaphore)
    const turn = semaphore.acquire().then(([, release]) => () => {
      release()
      if (semaphore.getValue() === most) semaphores.delete(key)
    })
    if (signal === undefined) return turn
    const over = new AbortController()
    const gone = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal })
    })
    try {
      return await Promise.race([turn, gone])
    } catch (error) {
      // An abandoned waiter keeps its place in the queue, then releases it at once.
      void turn.then((end) => end())
      throw error
    } finally {
      over.abort()
    }
  }

  return {
    acquire,
    /** Runs work when a slot of the key is free. */
    run: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
      const end = await acquire(key)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
