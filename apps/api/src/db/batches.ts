import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from './database.ts'

/** Does together what is asked for at the same time. */
export interface Batches<Item, Result> {
  add(item: Item): Promise<Result>
}

export interface BatchOptions<Item, Result> {
  /** Does some items and gives their results in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of one batch. */
  readonly most: number
  /** Batches that run at one time. */
  readonly atOnce: number
}

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** More waiting items than this are refused. */
const WAITING = 10_000

/**
 * Makes batches of what arrives in one turn of the event loop and while as many batches as may run at one time do: asking a
 * database server costs more by the question than by the row. Nobody waits for a timer. When a batch fails for another reason than the
 * database being away, its items are done one by one, so that one that can't be done does not take the others with it.
 */
export const createBatches = <Item, Result>({
  run,
  most,
  atOnce,
}: BatchOptions<Item, Result>): Batches<Item, Result> => {
  const waiting: Entry<Item, Result>[] = []
  let running = 0
  let isCollecting = false

  const runAlone = async ({ item, resolve, reject }: Entry<Item, Result>): Promise<void> => {
    try {
      const [result] = await run([item])
      // A result for each item is what `run` promises.
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }

  const runTogether = async (entries: readonly Entry<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(entries.map(({ item }) => item))
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) for (const { reject } of entries) reject(error)
      else for (const entry of entries) await runAlone(entry)
    }
  }

  const drain = async (): Promise<void> => {
    running += 1
    for (let entries = waiting.splice(0, most); entries.length > 0; entries = waiting.splice(0, most))
      await (entries.length === 1 && entries[0] ? runAlone(entries[0]) : runTogether(entries))
    running -= 1
  }

  const collect = async (): Promise<void> => {
    isCollecting = true
    await nextTurn()
    isCollecting = false
    if (running < atOnce) await drain()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING) return reject(new DatabaseUnavailable('Too many wait for the database'))
        waiting.push({ item, resolve, reject })
        if (!isCollecting && running < atOnce) void collect()
      }),
  }
}
