import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Router } from '@koa/router'
import Koa from 'koa'
import { serveForms } from './forms.ts'
import { serveOperations } from './operations.ts'
import { type FormState, parseForm, Refusal } from './requests.ts'
import { openStore, type Store } from './store.ts'
import { settle } from './subscriptions.ts'
import { createWebhooks } from './webhooks.ts'

interface DoubleOptions {
  /** The port of 127.0.0.1; by default a free one. */
  readonly port?: number
  /** The file that keeps all data across restarts. */
  readonly file?: string
  readonly clock?: { readonly now: () => number }
  /** Creates the pages. Default: the double has none, and serves only Stripe's API and the forms of the pages. */
  readonly createPages?: (store: Store) => Router
}

/** Starts a fake Stripe on 127.0.0.1. */
export const startDouble = async ({
  port = 0,
  file,
  clock = { now: () => Date.now() },
  createPages,
}: DoubleOptions = {}) => {
  const now = () => clock.now()
  const store = openStore(now, file)
  const webhooks = createWebhooks(store, now)

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

  const app = new Koa<FormState>()
  app.use(async (ctx, next) => {
    ctx.state.form = parseForm(ctx.method === 'POST' ? await text(ctx.req) : ctx.querystring)
    settle(store)
    try {
      await next()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      ctx.status = error.status
      ctx.body = { error: error.body }
    }
    store.save()
    webhooks.tick()
  })
  app.use(serveOperations(store).routes())
  if (createPages !== undefined) app.use(createPages(store).routes())
  app.use(serveForms(store, advance).routes())
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server on a port has an address of this type.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Pages from before a restart had another port.
  for (const session of Object.values(store.tables.sessions))
    if (session.status === 'open') session.url = `${url}/c/pay/${session.id}`
  const timer = setInterval(tick, 500)

  return {
    url,
    store,
    tables: store.tables,
    advance,
    settled: webhooks.settled,
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
