import { setImmediate as nextTurn } from 'node:timers/promises'

/** The maximum number of items in one turn of the event loop. */
const ITEMS = 64

/** Passes items on, and yields to the event loop in between, because many cached items would otherwise block other requests. */
export async function* yieldingToEventLoop<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    yield item
    count += 1
    if (count % ITEMS === 0) await nextTurn()
  }
}

/** An item that is stored, or being stored, and not yet read. */
interface Waiting<Item> {
  readonly item: Item
  readonly done: Promise<unknown>
}

/**
 * Yields items in their order, each after it is stored. Items are stored as they arrive, even if the reader is slow, and in batches that
 * share a commit. If the reader stops early, calls `stop` and stores the items that have arrived.
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
      // A later caller handles a rejection; without such a caller, a rejection must not end the process.
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
