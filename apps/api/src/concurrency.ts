import { Semaphore } from 'async-mutex'
import type { ApiErrorCode } from '@netbox/contract'
import { Refusal } from './refusal.ts'

/** Creates a limit on concurrent work, separate for each key. It refuses at once, with `code`, instead of queueing. */
export const createConcurrencyLimit = (limit: number, code: ApiErrorCode) => {
  const activeOf = new Map<string, number>()
  let active = 0
  return {
    /** The number of active tasks. */
    get active() {
      return active
    },
    /** Starts work and returns the function that ends it. Throws if the limit is reached. */
    enter: (key = ''): (() => void) => {
      const others = activeOf.get(key) ?? 0
      if (others >= limit) throw new Refusal(code, { retryAfter: 1 })
      activeOf.set(key, others + 1)
      active += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        active -= 1
        const left = (activeOf.get(key) ?? 1) - 1
        if (left > 0) activeOf.set(key, left)
        else activeOf.delete(key)
      }
    },
  }
}

/** Starts work under several limits, in order, and returns the function that ends it. If one is reached, the others are freed. */
export const enterEach = (enters: readonly (() => () => void)[]): (() => void) => {
  const leaves: (() => void)[] = []
  const leave = (): void => {
    for (const leaveOne of leaves) leaveOne()
  }
  try {
    for (const enter of enters) leaves.push(enter())
  } catch (error) {
    leave()
    throw error
  }
  return leave
}

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
