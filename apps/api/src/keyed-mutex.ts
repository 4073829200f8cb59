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
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason)
        // An abandoned waiter keeps its place in line until its turn.
        void turn.then((end) => end())
      }
      signal.addEventListener('abort', leave, { once: true })
      void turn.then((end) => {
        signal.removeEventListener('abort', leave)
        resolve(end)
      })
    })
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
