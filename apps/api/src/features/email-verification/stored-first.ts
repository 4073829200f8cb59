import { setImmediate as nextTurn } from 'node:timers/promises'

/** The limit of items in one turn of the event loop. */
const ITEMS = 64

/** Passes items on, and lets the event loop serve others in between: items that are known at once would keep it from everybody. */
export async function* yieldingToEventLoop<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    yield item
    count += 1
    if (count % ITEMS === 0) await nextTurn()
  }
}

/** Items that are stored, or on their way, and not yet read. */
interface Waiting<Item> {
  readonly item: Item
  readonly done: Promise<unknown>
}

/**
 * Returns items once they are stored, in the order in which they come. They are stored as they come, however slowly they are read, and many at
 * one time, so that they may share a commit. When the reader leaves, `stop` is called, and what had come by then is stored.
 */
export async function* storedFirst<Item>(
  items: AsyncIterable<Item>,
  store: (item: Item) => Promise<unknown>,
  stop: () => void,
): AsyncGenerator<Item> {
  const waiting: Waiting<Item>[] = []
  let wake: () => void = () => undefined
  let isOver = false
  let failure: { readonly error: unknown } | undefined

  const pump = async (): Promise<void> => {
    for await (const item of yieldingToEventLoop(items)) {
      const done = store(item)
      // Someone waits for it later, or nobody does any more.
      done.catch(() => undefined)
      waiting.push({ item, done })
      wake()
    }
  }
  const pumping = pump()
    .catch((error: unknown) => {
      failure = { error }
    })
    .finally(() => {
      isOver = true
      wake()
    })

  try {
    for (;;) {
      const next = waiting.shift()
      if (next !== undefined) {
        await next.done
        yield next.item
      } else if (isOver) break
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    if (failure !== undefined) throw failure.error
  } finally {
    stop()
    await pumping
    await Promise.allSettled(waiting.map(({ done }) => done))
  }
}
