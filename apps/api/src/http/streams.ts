import { Readable } from 'node:stream'
import type { Clock } from '@netbox/core'
import type { Context } from 'koa'

/** Proxies and browsers give up on a silent connection after half a minute or more. */
export const HEARTBEAT = 15_000

/** An event's name is its own type, so that a client can listen to one kind only. */
const eventOf = (item: unknown): string => {
  const type = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined
  return typeof type === 'string' && /^[\w-]+$/.test(type) ? type : 'message'
}

/** Writes items as they come, and a sign of life while none comes. */
async function* withHeartbeat<Item>(
  items: AsyncIterable<Item>,
  write: (item: Item) => string,
  heartbeat: string,
  clock: Clock,
): AsyncGenerator<string> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const over = new AbortController()
      const pause = clock.wait(HEARTBEAT, over.signal).catch(() => undefined)
      const result = await Promise.race([next, pause]).finally(() => over.abort())
      if (result === undefined) yield heartbeat
      else if (result.done === true) return
      else {
        yield write(result.value)
        next = iterator.next()
      }
    }
  } finally {
    await iterator.return?.()
  }
}

/** Makes the stream of an answer. Waits for the first text, so that what goes wrong before it is its own answer. */
export const streamOf = async (texts: AsyncIterable<string>): Promise<Readable> => {
  const iterator = texts[Symbol.asyncIterator]()
  let first: Promise<IteratorResult<string>> | undefined = Promise.resolve(await iterator.next())
  const next = () => {
    const text = first ?? iterator.next()
    first = undefined
    return text
  }
  const leave = async (): Promise<IteratorResult<string>> => {
    await iterator.return?.()
    return { done: true, value: undefined }
  }
  return Readable.from({ [Symbol.asyncIterator]: () => ({ next, return: leave }) })
}

/** Answers with items as server-sent events. */
export const eventStream = (ctx: Pick<Context, 'set'>, items: AsyncIterable<unknown>, clock: Clock) => {
  ctx.set('Content-Type', 'text/event-stream')
  // Proxies that buffer would hold every event back.
  ctx.set('X-Accel-Buffering', 'no')
  const write = (item: unknown) => `event: ${eventOf(item)}\ndata: ${JSON.stringify(item)}\n\n`
  return streamOf(withHeartbeat(items, write, ': still here\n\n', clock))
}

/** Answers with one line of JSON for each item. */
export const lineStream = (ctx: Pick<Context, 'set'>, items: AsyncIterable<unknown>, clock: Clock) => {
  ctx.set('Content-Type', 'application/x-ndjson; charset=utf-8')
  ctx.set('X-Accel-Buffering', 'no')
  return streamOf(withHeartbeat(items, (item) => `${JSON.stringify(item)}\n`, '\n', clock))
}

/** Answers with the JSON of work that takes its time. Until it is done empty lines, which may stand before any JSON, keep the connection alive. */
export const slowJson = (ctx: Pick<Context, 'type'>, work: () => Promise<unknown>, clock: Clock) => {
  ctx.type = 'json'
  async function* result() {
    yield await work()
  }
  return streamOf(withHeartbeat(result(), (value) => JSON.stringify(value), '\n', clock))
}
