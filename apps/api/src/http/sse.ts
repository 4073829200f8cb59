import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '@netbox/core'

/** How an answer that comes in pieces is written. */
export type StreamFormat = 'text/event-stream' | 'application/x-ndjson'

/** Proxies and browsers give up on a silent connection after half a minute or more. */
export const HEARTBEAT = 15_000

const encoders: Readonly<Record<StreamFormat, (item: unknown) => string>> = {
  'text/event-stream': (item) => `event: ${eventOf(item)}\ndata: ${JSON.stringify(item)}\n\n`,
  'application/x-ndjson': (item) => `${JSON.stringify(item)}\n`,
}

const heartbeats: Readonly<Record<StreamFormat, string>> = {
  'text/event-stream': ': still here\n\n',
  'application/x-ndjson': '\n',
}

/** An event's name is its own type, so that a client may listen to one kind alone. */
const eventOf = (item: unknown): string => {
  const type = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined
  return typeof type === 'string' && /^[\w-]+$/.test(type) ? type : 'message'
}

const beat = async (
  write: (text: string) => Promise<void>,
  format: StreamFormat,
  clock: Clock,
  signal: AbortSignal,
) => {
  for (;;) {
    await clock.wait(HEARTBEAT, signal)
    await write(heartbeats[format])
  }
}

/**
 * Writes items as they come, and a sign of life while none comes. Waits for slow readers instead of buffering for them. Ends
 * when the items do, or when the signal is aborted because the reader is gone.
 */
export const writeStream = async (
  response: ServerResponse,
  items: AsyncIterable<unknown>,
  { format, clock, signal }: { format: StreamFormat; clock: Clock; signal: AbortSignal },
): Promise<void> => {
  const done = new AbortController()
  const either = AbortSignal.any([signal, done.signal])
  const write = async (text: string) => {
    if (!response.write(text)) await once(response, 'drain', { signal: either })
  }
  // The heart stops with the stream: its rejection is how it ends.
  beat(write, format, clock, either).catch(() => undefined)
  try {
    for await (const item of items) {
      if (signal.aborted) break
      await write(encoders[format](item))
    }
    response.end()
  } catch (error) {
    // A stream that breaks off must not look like one that is complete.
    response.destroy()
    if (!signal.aborted) throw error
  } finally {
    done.abort()
  }
}

/** Writes texts as they come, and waits for slow readers. An answer that breaks off is cut, so that it does not look complete. */
export const writeTexts = async (
  response: ServerResponse,
  texts: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> => {
  try {
    for await (const text of texts) {
      signal.throwIfAborted()
      if (!response.write(text)) await once(response, 'drain', { signal })
    }
    response.end()
  } catch (error) {
    response.destroy()
    if (!signal.aborted) throw error
  }
}

/** Waits for the first item, so that what goes wrong before it is an answer of its own, and gives it back with the others. */
export const started = async <Item>(items: AsyncIterable<Item>): Promise<AsyncIterable<Item>> => {
  const iterator = items[Symbol.asyncIterator]()
  let first: Promise<IteratorResult<Item>> | undefined = Promise.resolve(await iterator.next())
  const next = () => {
    const item = first ?? iterator.next()
    first = undefined
    return item
  }
  const leave = async (): Promise<IteratorResult<Item>> => {
    await iterator.return?.()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
}
