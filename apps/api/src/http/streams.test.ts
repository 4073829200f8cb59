import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@netbox/core'
import Koa from 'koa'
import { afterEach, describe, expect, it } from 'vitest'
import { eventStream, HEARTBEAT, lineStream, slowJson, streamOf } from './streams.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Creates a clock whose waits end on demand. */
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

const serve = async (answer: (ctx: Koa.Context) => Promise<unknown>): Promise<string> => {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => {
    ctx.body = await answer(ctx)
  })
  const server = app.listen(0, '127.0.0.1')
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function* two() {
  yield { type: 'started', at: 1 }
  yield { type: 'line', text: 'a\nb' }
}

describe('a stream', () => {
  it('writes events by name, and no text can break out of its event', async () => {
    const url = await serve((ctx) => eventStream(ctx, two(), handClock().clock))
    expect(await (await fetch(url)).text()).toBe(
      'event: started\ndata: {"type":"started","at":1}\n\nevent: line\ndata: {"type":"line","text":"a\\nb"}\n\n',
    )
  })

  it('writes one line for each item as NDJSON', async () => {
    const url = await serve((ctx) => lineStream(ctx, two(), handClock().clock))
    const lines = (await (await fetch(url)).text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['started', 'line'])
  })

  it('sends heartbeats during a pause, and stops working when the reader disconnects', async () => {
    let left: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      left = resolve
    })
    const { clock, waits } = handClock()
    async function* silent() {
      try {
        yield { type: 'started' }
        for (;;) yield await new Promise<{ type: string }>((resolve) => setTimeout(resolve, 50, { type: 'tick' }))
      } finally {
        left()
      }
    }
    const url = await serve((ctx) => eventStream(ctx, silent(), clock))
    const stop = new AbortController()
    const response = await fetch(url, { signal: stop.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    expect(waits.at(-1)?.milliseconds).toBe(HEARTBEAT)
    waits.at(-1)?.end()
    let text = ''
    while (!text.includes(': still here\n\n')) text += (await reader?.read())?.value ?? ''
    stop.abort()
    await ended
  })

  it('breaks the connection when a stream fails, so that it can’t look complete', async () => {
    let breakOff: () => void = () => undefined
    const brokenOff = new Promise<void>((resolve) => {
      breakOff = resolve
    })
    async function* broken() {
      yield { type: 'started' }
      await brokenOff
      throw new Error('broken')
    }
    const response = await fetch(await serve((ctx) => eventStream(ctx, broken(), handClock().clock)))
    breakOff()
    await expect(response.text()).rejects.toThrow('terminated')
  })
})

describe('streamOf', () => {
  it('throws errors that occur before the first text', async () => {
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no')) }) }
    await expect(streamOf(broken)).rejects.toThrow('no')
  })

  it('returns all texts, including the first one', async () => {
    async function* three() {
      yield* ['a', 'b', 'c']
    }
    expect((await (await streamOf(three())).toArray()).join('')).toBe('abc')
  })
})

describe('slowJson', () => {
  it('begins with an empty line after each heartbeat, and is the same JSON', async () => {
    let finish: (value: object) => void = () => undefined
    const work = () =>
      new Promise<object>((resolve) => {
        finish = resolve
      })
    const { clock, waits } = handClock()
    const answer = fetch(await serve((ctx) => slowJson(ctx, work, clock)))
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.end()
    await expect.poll(() => waits.length).toBe(2)
    finish({ a: [1] })
    const response = await answer
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('\n{"a":[1]}')
  })
})
