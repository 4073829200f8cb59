import { createHmac } from 'node:crypto'
import type { Delivery, Store } from './store.ts'

/** Milliseconds until the retries of a failed delivery. Stripe waits for hours, which is too long for tests. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000] as const
const TIMEOUT = 10_000

/** Signs a payload as Stripe does: the time in epoch seconds, and an HMAC with the endpoint's secret. */
export const signatureOf = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

/** Creates the delivery of events to endpoints, with retries. */
export const createWebhooks = (store: Store, now: () => number) => {
  const { tables } = store
  const running = new Map<Delivery, Promise<void>>()
  const stopping = new AbortController()

  const send = async ({ endpoint: id, event }: Delivery): Promise<string> => {
    const endpoint = tables.endpoints[id]
    if (endpoint === undefined) return 'gone'
    const body = JSON.stringify(tables.events[event], undefined, 2)
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), stopping.signal]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, endpoint.secret, Math.floor(now() / 1000)),
        },
      })
      await response.arrayBuffer()
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? error.name : 'failed'
    }
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    delivery.lastAnswer = await send(delivery)
    running.delete(delivery)
    if (stopping.signal.aborted) return
    const pause = PAUSES[delivery.failures]
    const isOver = /^2\d\d$|^gone$/.test(delivery.lastAnswer) || pause === undefined
    delivery.dueAt = isOver ? null : now() + pause
    delivery.failures += /^2\d\d$/.test(delivery.lastAnswer) ? 0 : 1
    store.save()
  }

  /** Sends the events that are due. */
  const tick = (): void => {
    for (const delivery of tables.deliveries)
      if (delivery.dueAt !== null && delivery.dueAt <= now() && !running.has(delivery))
        running.set(delivery, deliver(delivery))
  }

  return {
    tick,
    /** Waits until every event was sent once. Failed deliveries are retried later. */
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
