import { Mutex } from 'async-mutex'

/** Creates a mutex for each key. It serializes the work of this process only. */
export const createKeyedMutex = () => {
  const mutexes = new Map<string, Mutex>()

  /** Waits in the queue of a key and returns the function that releases it. Throws the signal's reason if it aborts. */
  const acquire = async (key: string, signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted()
    const mutex = mutexes.get(key) ?? new Mutex()
    mutexes.set(key, mutex)
    const turn = mutex.acquire().then((release) => () => {
      release()
      if (!mutex.isLocked()) mutexes.delete(key)
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
    /** Runs work when the key is free. */
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
