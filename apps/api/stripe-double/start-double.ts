import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@netbox/core'
import { settle } from './engine/time.ts'
import type { Event } from './objects/types.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import { indexPage } from './pages/index-page.ts'
import type { PageAnswer, PageCall } from './pages/page.ts'
import { portalPage } from './pages/portal-page.ts'
import { openStore, type Tables } from './store.ts'
import { createWebhooks, payloadOf, signatureOf } from './webhooks.ts'
import { createApi } from './wire/api.ts'
import { createFaults, type Faults } from './wire/faults.ts'
import { createWorld, type World } from './world.ts'

/** How a double is made. */
export interface DoubleOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Where it keeps what it knows; without a file it forgets. */
  readonly file?: string
  readonly clock?: Pick<Clock, 'now'>
  /** How long an endpoint may take for an event, in milliseconds. */
  readonly patience?: number
}

/** A double of the payment provider that listens. */
export interface Double {
  readonly url: string
  readonly world: World
  readonly tables: Tables
  readonly faults: Faults
  /** Lets time pass, with everything that is due in it, for all who have no test clock. */
  advance(seconds: number): void
  /** Writes an event as it is sent, with a signature of now or of another moment in epoch seconds. */
  signed(event: Event, secret: string, seconds?: number): { readonly body: string; readonly signature: string }
  /** Waits until no event is on its way. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const MOST = 1_048_576
const EVERY = 500

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST) throw new Error('The body is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const sendPage = (response: ServerResponse, answer: PageAnswer): void => {
  if ('to' in answer) response.writeHead(303, { location: answer.to }).end()
  else
    response
      .writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(answer.html)
}

const pages: readonly (readonly [RegExp, (call: PageCall) => PageAnswer])[] = [
  [/^\/c\/pay\/([^/]+)$/, checkoutPage],
  [/^\/p\/session\/([^/]+)$/, portalPage],
]

const pageAt = (path: string, call: Omit<PageCall, 'id'>, advance: Double['advance']): PageAnswer => {
  for (const [pattern, serve] of pages) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return serve({ ...call, id })
  }
  return path === '/' ? indexPage({ ...call, id: '' }, advance) : { status: 404, html: '' }
}

/** Starts a double on this machine. Nobody else reaches it. */
export const startDouble = async (options: DoubleOptions = {}): Promise<Double> => {
  const { port = 0, file, clock = { now: () => Date.now() }, patience = 10_000 } = options
  const store = openStore(file)
  const { tables } = store
  const webhooks = createWebhooks({ store, now: () => clock.now(), patience })
  const world = createWorld(store, clock, (event) => webhooks.add(event))
  const faults = createFaults()
  let url = ''

  const tick = (): void => {
    settle(world, null, world.now())
    webhooks.tick()
  }

  const advance = (seconds: number): void => {
    tables.ahead += seconds
    tick()
    store.save()
  }

  const api = createApi({ world, faults, origin: () => url, save: store.save })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, search } = new URL(request.url ?? '/', url)
    const body = await bodyOf(request)
    settle(world, null, world.now())
    if (path.startsWith('/v1/')) await api({ request, path, search, body }, response)
    else {
      const form = Object.fromEntries(new URLSearchParams(body))
      sendPage(response, pageAt(path, { world, method: request.method ?? '', form }, advance))
    }
    store.save()
    webhooks.tick()
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`stripe double: ${error instanceof Error ? error.stack : String(error)}\n`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // A server that listens on a port has an address with one.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Pages that were open before may have had another port.
  for (const session of Object.values(tables.sessions))
    if (session.status === 'open') session.url = `${url}/c/pay/${session.id}`
  const timer = setInterval(tick, EVERY)

  return {
    url,
    world,
    tables,
    faults,
    advance,
    signed: (event, secret, seconds = Math.floor(clock.now() / 1000)) => {
      const body = payloadOf(event)
      return { body, signature: signatureOf(body, secret, seconds) }
    },
    settled: () => webhooks.settled(),
    stop: async () => {
      clearInterval(timer)
      await webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      store.save()
    },
  }
}
