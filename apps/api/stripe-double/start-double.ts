import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerRequest } from './operations.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import type { PageAnswer, PageCall } from './pages/html.ts'
import { indexPage } from './pages/index-page.ts'
import { portalPage } from './pages/portal-page.ts'
import { openStore } from './store.ts'
import { settle } from './subscriptions.ts'
import { createWebhooks } from './webhooks.ts'

const EVERY = 500

const sendPage = (response: ServerResponse, answer: PageAnswer): void => {
  if ('to' in answer) response.writeHead(303, { location: answer.to }).end()
  else
    response
      .writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(answer.html)
}

const pageAt = (path: string, call: Omit<PageCall, 'id'>, advance: (seconds: number) => void): PageAnswer => {
  const [, kind, id = ''] = /^\/(c\/pay|p\/session)\/([^/]+)$/.exec(path) ?? []
  if (kind !== undefined) return kind === 'c/pay' ? checkoutPage({ ...call, id }) : portalPage({ ...call, id })
  return path === '/' ? indexPage({ ...call, id }, advance) : { status: 404, html: '' }
}

/**
 * Starts a fake Stripe on 127.0.0.1.
 *
 * @param options.file - the file that keeps all data across restarts
 */
export const startDouble = async (
  options: { readonly file?: string; readonly clock?: { readonly now: () => number } } = {},
) => {
  const { file, clock = { now: () => Date.now() } } = options
  const now = () => clock.now()
  const store = openStore(now, file)
  const webhooks = createWebhooks(store, now)
  let url = ''

  const tick = (): void => {
    settle(store)
    webhooks.tick()
  }

  /** Advances the fake server's time, and processes everything that is due until then. */
  const advance = (seconds: number): void => {
    store.tables.ahead += seconds
    tick()
    store.save()
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request
    const { pathname: path, search } = new URL(request.url ?? '/', url)
    const body = await text(request)
    settle(store)
    if (path.startsWith('/v1/')) {
      const parameters = method === 'POST' ? body : search
      const key = headers.authorization?.replace(/^Bearer /i, '') ?? ''
      const idempotencyKey = headers['idempotency-key']?.toString()
      const answer = answerRequest(store, { method, path, parameters, key, idempotencyKey }, url)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    } else {
      const form = Object.fromEntries(new URLSearchParams(body))
      sendPage(response, pageAt(path, { store, method, form }, advance))
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address of this type.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Pages from before a restart had another port.
  for (const session of Object.values(store.tables.sessions))
    if (session.status === 'open') session.url = `${url}/c/pay/${session.id}`
  const timer = setInterval(tick, EVERY)

  return {
    url,
    store,
    tables: store.tables,
    advance,
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

/** A fake Stripe that listens on `url`. `settled` waits until every event has been sent once. */
export type Double = Awaited<ReturnType<typeof startDouble>>
