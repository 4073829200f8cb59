import { Mutex } from 'async-mutex'

/** Creates a mutex for each key. It orders the work of this process; other processes are noticed by what they wrote. */
export const createKeyedMutex = () => {
  const mutexes = new Map<string, Mutex>()

  /** Waits in line for a key and returns the function that ends the turn. Throws the signal's reason when it aborts. */
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
      // An abandoned waiter keeps its place in line until its turn.
      void turn.then((end) => end())
      throw error
    } finally {
      over.abort()
    }
  }

  return {
    acquire,
    /** Runs work when it is the key's turn. */
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
