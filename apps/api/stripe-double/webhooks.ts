import { Stripe } from 'stripe'
import type { Delivery, Store } from './store.ts'

/** The time in milliseconds until a failed delivery is retried. Stripe waits for hours, which is too long for tests. */
const PAUSE = 500

/** Creates the delivery of events to endpoints, with retries. */
export const createWebhooks = (store: Store, now: () => number) => {
  const { tables } = store
  const running = new Map<Delivery, Promise<void>>()
  const stopping = new AbortController()

  /** Sends an event once; returns whether the endpoint accepted it. */
  const send = async ({ endpoint: id, event }: Delivery): Promise<boolean> => {
    const endpoint = tables.endpoints[id]
    if (endpoint === undefined) return true
    const payload = JSON.stringify(tables.events[event], undefined, 2)
    const { secret } = endpoint
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(10_000), stopping.signal]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload,
          secret,
          timestamp: Math.floor(now() / 1000),
        }),
      },
    })
    await response.arrayBuffer()
    return response.ok
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    const isTaken = await send(delivery).catch(() => false)
    running.delete(delivery)
    if (stopping.signal.aborted) return
    if (isTaken) tables.deliveries.splice(tables.deliveries.indexOf(delivery), 1)
    else delivery.dueAt = now() + PAUSE
    store.save()
  }

  /** Sends the events that are due. */
  const tick = (): void => {
    for (const delivery of tables.deliveries)
      if (delivery.dueAt <= now() && !running.has(delivery)) running.set(delivery, deliver(delivery))
  }

  return {
    tick,
    /** Waits until every event has been sent once. Failed deliveries are retried later. */
    settled: async () => {
      tick()
      while (running.size > 0) await Promise.all(running.values())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
