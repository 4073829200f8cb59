import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many items may follow each other without a turn of the event loop. */
const ITEMS = 64

/** Passes items on, and lets the event loop serve others in between: items that are known at once would keep it from everybody. */
export async function* inTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    yield item
    count += 1
    if (count % ITEMS === 0) await nextTurn()
  }
}
