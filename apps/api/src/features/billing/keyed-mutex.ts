import { Mutex } from 'async-mutex'

/** Runs the work of one key in sequence. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Makes a mutex for each key. It orders what this process does; other processes are noticed by what they wrote. */
export const createKeyedMutex = (): KeyedMutex => {
  const mutexes = new Map<string, Mutex>()
  return async (key, work) => {
    const mutex = mutexes.get(key) ?? new Mutex()
    mutexes.set(key, mutex)
    try {
      return await mutex.runExclusive(work)
    } finally {
      if (!mutex.isLocked()) mutexes.delete(key)
    }
  }
}
