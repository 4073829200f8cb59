import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Clock } from '@netbox/core'
import type { Context } from 'koa'

/** The interval of heartbeats, in milliseconds. Proxies and browsers close a silent connection after half a minute or more. */
export const HEARTBEAT = 15_000

/** Returns the stream of a response. Waits for the first text, so that an earlier error gets its own response. */
export const streamOf = async (texts: AsyncIterable<string>): Promise<Readable> => {
  const stream = Readable.from(texts)
  await once(stream, 'readable')
  return stream
}

/** Yields items as they arrive, and a heartbeat during silence. */
async function* withHeartbeat<Item>(
  items: AsyncIterable<Item>,
  write: (item: Item) => string,
  heartbeat: string,
  clock: Clock,
): AsyncGenerator<string> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ;) {
      const over = new AbortController()
      const pause = clock.wait(HEARTBEAT, over.signal).catch(() => undefined)
      const result = await Promise.race([next, pause]).finally(() => over.abort())
      if (result?.done === true) return
      yield result === undefined ? heartbeat : write(result.value)
      if (result !== undefined) next = iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}

/** Responds with items as server-sent events. The name of an event is the item's type. */
export const eventStream = (
  ctx: Pick<Context, 'set'>,
  items: AsyncIterable<{ readonly type: string }>,
  clock: Clock,
) => {
  // Buffering proxies would delay every event.
  ctx.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  const write = (item: { readonly type: string }) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`
  return streamOf(withHeartbeat(items, write, ': still here\n\n', clock))
}

/** Responds with one line of JSON for each item. */
export const lineStream = (ctx: Pick<Context, 'set'>, items: AsyncIterable<unknown>, clock: Clock) => {
  ctx.set({ 'Content-Type': 'application/x-ndjson; charset=utf-8', 'X-Accel-Buffering': 'no' })
  return streamOf(withHeartbeat(items, (item) => `${JSON.stringify(item)}\n`, '\n', clock))
}

/** Responds with the JSON of slow work. Empty lines, which are allowed before JSON, keep the connection alive. */
export const slowJson = (ctx: Pick<Context, 'type'>, work: () => Promise<unknown>, clock: Clock) => {
  ctx.type = 'json'
  async function* result() {
    yield await work()
  }
  return streamOf(withHeartbeat(result(), (value) => JSON.stringify(value), '\n', clock))
}
