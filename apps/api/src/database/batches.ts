import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import { DatabaseUnavailable } from './database.ts'

/** A queue that processes concurrent requests in batches. */
export interface Batches<Item, Result> {
  add(item: Item): Promise<Result>
}

/** The options of batches. */
export interface BatchOptions<Item, Result> {
  /** Processes some items and returns their results in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** The maximum size of a batch. */
  readonly most: number
  /** The maximum number of concurrent batches. */
  readonly atOnce: number
}

/** The maximum number of queued items; more are refused. */
const WAITING = 10_000

/**
 * Creates batches from the items of one turn of the event loop. If a batch fails for any reason except an unavailable database, its items
 * run one by one, so that an invalid item does not fail the others.
 */
export const createBatches = <Item, Result>({
  run,
  most,
  atOnce,
}: BatchOptions<Item, Result>): Batches<Item, Result> => {
  const limit = pLimit(atOnce)
  let waiting = 0

  const runAlone = async (item: Item): Promise<Result | Error> => {
    try {
      // `run` returns a result for each item.
      return (await run([item]))[0] as Result
    } catch (error) {
      return error instanceof Error ? error : new Error('Not done', { cause: error })
    }
  }

  const runTogether = async (items: readonly Item[]): Promise<readonly (Result | Error)[]> => {
    try {
      return await run(items)
    } catch (error) {
      if (error instanceof DatabaseUnavailable || items.length === 1) throw error
      const results: (Result | Error)[] = []
      for (const item of items) results.push(await runAlone(item))
      return results
    }
  }

  const loader = new DataLoader<Item, Result>((items) => limit(() => runTogether(items)), {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  })

  return {
    add: async (item) => {
      if (waiting >= WAITING) throw new DatabaseUnavailable('Too many operations are waiting for the database')
      waiting += 1
      return loader.load(item).finally(() => (waiting -= 1))
    },
  }
}
