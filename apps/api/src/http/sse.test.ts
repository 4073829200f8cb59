import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@netbox/core'
import { afterEach, describe, expect, it } from 'vitest'
import { HEARTBEAT, started, type StreamFormat, writeStream } from './sse.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A clock whose waits end when the test says so. */
const handClock = () => {
  const waits: { milliseconds: number; end: () => void }[] = []
  const clock: Clock = {
    now: () => 0,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ milliseconds, end: resolve })
        signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
      }),
  }
  return { clock, waits }
}

const serve = async (items: AsyncIterable<unknown>, format: StreamFormat, clock: Clock): Promise<string> => {
  const server = createServer((_request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    void writeStream(response, items, { format, clock, signal: gone.signal })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function* two() {
  yield { type: 'started', at: 1 }
  yield { type: 'line\nbreak', text: 'a\nb' }
}

describe('writeStream', () => {
  it('writes events by name, and no item can break out of its event', async () => {
    const url = await serve(two(), 'text/event-stream', handClock().clock)
    expect(await (await fetch(url)).text()).toBe(
      'event: started\ndata: {"type":"started","at":1}\n\nevent: message\ndata: {"type":"line\\nbreak","text":"a\\nb"}\n\n',
    )
  })

  it('writes one line for each item as NDJSON', async () => {
    const url = await serve(two(), 'application/x-ndjson', handClock().clock)
    const lines = (await (await fetch(url)).text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['started', 'line\nbreak'])
  })

  it('shows that it is alive while nothing comes, and stops working when the reader leaves', async () => {
    let left: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      left = resolve
    })
    const { clock, waits } = handClock()
    async function* silent() {
      try {
        yield { type: 'started' }
        for (;;) yield await new Promise((resolve) => setTimeout(resolve, 5, { type: 'tick' }))
      } finally {
        left()
      }
    }
    const url = await serve(silent(), 'text/event-stream', clock)
    const stop = new AbortController()
    const response = await fetch(url, { signal: stop.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    expect(waits[0]?.milliseconds).toBe(HEARTBEAT)
    waits[0]?.end()
    let text = ''
    while (!text.includes(': still here\n\n')) text += (await reader?.read())?.value ?? ''
    stop.abort()
    await ended
  })

  it('cuts the connection when a stream breaks off, so that nobody takes it for complete', async () => {
    let breakOff: () => void = () => undefined
    const brokenOff = new Promise<void>((resolve) => {
      breakOff = resolve
    })
    async function* broken() {
      yield { type: 'started' }
      await brokenOff
      throw new Error('broken')
    }
    const { clock } = handClock()
    const server = createServer((_request, response) => {
      writeStream(response, broken(), {
        format: 'text/event-stream',
        clock,
        signal: new AbortController().signal,
      }).catch(() => undefined)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    closing.push(() => server.close())
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    breakOff()
    await expect(response.text()).rejects.toThrow('terminated')
  })
})

describe('started', () => {
  it('throws what goes wrong before the first item', async () => {
    const refused: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('refused')) }),
    }
    await expect(started(refused)).rejects.toThrow('refused')
  })

  it('gives all items, the first one too', async () => {
    const items: unknown[] = []
    for await (const item of await started(two())) items.push(item)
    expect(items).toHaveLength(2)
  })
})
