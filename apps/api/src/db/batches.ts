import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import { DatabaseUnavailable } from './database.ts'

/** Batches concurrent requests. */
export interface Batches<Item, Result> {
  add(item: Item): Promise<Result>
}

/** How batches are made. */
export interface BatchOptions<Item, Result> {
  /** Processes some items and returns their results in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of one batch. */
  readonly most: number
  /** Batches that run at one time. */
  readonly atOnce: number
}

/** More waiting items than this are refused. */
const WAITING = 10_000

/**
 * Makes batches of what arrives in one turn of the event loop. When a batch fails for another reason than the database being away, its
 * items are done one by one, so that one that can't be done does not take the others with it.
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
      if (waiting >= WAITING) throw new DatabaseUnavailable('Too many wait for the database')
      waiting += 1
      return loader.load(item).finally(() => (waiting -= 1))
    },
  }
}
