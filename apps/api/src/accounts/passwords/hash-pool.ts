import pLimit from 'p-limit'
import { Refusal } from '../../refusal.ts'

/** A limit on concurrent expensive work, with a queue. */
export interface HashPool {
  /** Runs work as soon as a slot is free. Throws `busy` immediately if the queue is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs work that will need a hash. Throws `busy` immediately if all slots and all places in the queue are taken. */
  readonly admit: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Returns the numbers of running and queued tasks, for metrics. */
  load(): { readonly running: number; readonly waiting: number }
}

/** The `Retry-After` in seconds. One hash takes about 20 ms, so a full queue is empty in less than a second. */
const RETRY_AFTER = 1

/** Creates a pool that runs at most `atOnce` tasks at a time and queues at most `queue` more. */
export const createHashPool = ({ atOnce, queue }: { readonly atOnce: number; readonly queue: number }): HashPool => {
  const limit = pLimit(atOnce)
  let admitted = 0
  const refuseBeyond = (already: number): void => {
    if (already >= atOnce + queue) throw new Refusal('busy', { retryAfter: RETRY_AFTER })
  }
  return {
    run: async (work) => {
      refuseBeyond(limit.activeCount + limit.pendingCount)
      return limit(work)
    },
    admit: async (work) => {
      refuseBeyond(admitted)
      admitted += 1
      try {
        return await work()
      } finally {
        admitted -= 1
      }
    },
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  }
}
