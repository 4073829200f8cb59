import { setImmediate as nextTurn } from 'node:timers/promises'

/** The maximum number of items in one turn of the event loop, and in one call of `store`. */
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

/**
 * Yields items in their order, each after it is stored. Items are stored as they arrive, even if the reader is slow; while some are being
 * stored, the next ones collect. If the reader stops early, calls `stop` and stores the items that have arrived.
 */
export async function* storedFirst<Item>(
  items: AsyncIterable<Item>,
  store: (items: readonly Item[]) => Promise<unknown>,
  stop: () => void,
): AsyncGenerator<Item> {
  const arrived: Item[] = []
  const stored: Item[] = []
  let wake: () => void = () => undefined
  let storing = Promise.resolve()
  let failure: { readonly error: unknown } | undefined
  let isOver = false

  const fail = (error: unknown): void => {
    failure ??= { error }
    stop()
  }
  const storeNext = async (): Promise<void> => {
    const batch = arrived.splice(0, ITEMS)
    // An earlier call may have stored the item that this call is for.
    if (batch.length === 0 || failure !== undefined) return
    await store(batch)
    stored.push(...batch)
    wake()
  }
  const pump = async (): Promise<void> => {
    for await (const item of yieldingToEventLoop(items)) {
      arrived.push(item)
      storing = storing.then(storeNext).catch(fail)
    }
  }
  const pumping = pump()
    .catch(fail)
    .then(() => storing)
    .finally(() => {
      isOver = true
      wake()
    })

  try {
    for (;;) {
      const next = stored.shift()
      if (next !== undefined) yield next
      else if (isOver) break
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    if (failure !== undefined) throw failure.error
  } finally {
    stop()
    await pumping
  }
}
