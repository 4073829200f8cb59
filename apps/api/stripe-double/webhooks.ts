import { createHmac } from 'node:crypto'
import type { Event } from './objects/types.ts'
import type { Delivery, Store } from './store.ts'

/** Brings events to the endpoints that listen, and again where nobody took them. */
export interface Webhooks {
  /** Takes an event: it is on its way. */
  add(event: Event): void
  /** Tries what is due. */
  tick(): void
  /** Waits until nothing is on its way. What failed is tried again later. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Its dependencies. */
export interface WebhooksOptions {
  readonly store: Store
  readonly now: () => number
  /** How long an endpoint may take, in milliseconds. */
  readonly patience: number
}

/** How long to wait after so many failures, in milliseconds. The provider takes hours; here nobody would wait for that. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000] as const
const KEPT = 500

/** Signs a message as the provider does: a time in epoch seconds, and its HMAC with the secret of the endpoint. */
export const signatureOf = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

/** Writes an event as it is sent. */
export const payloadOf = (event: Event): string => JSON.stringify(event, undefined, 2)

/** Sends an event to an endpoint once, and gives the status of the answer. */
const send = async (
  { url, secret }: { readonly url: string; readonly secret: string },
  event: Event,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<string> => {
  const body = payloadOf(event)
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, secret, seconds),
    },
  })
  await response.arrayBuffer()
  return String(response.status)
}

/** Makes the deliveries. */
export const createWebhooks = ({ store, now, patience }: WebhooksOptions): Webhooks => {
  const { tables } = store
  const running = new Set<Promise<void>>()
  const busy = new Set<Delivery>()
  const stopping = new AbortController()

  const deliver = async (delivery: Delivery): Promise<string> => {
    const endpoint = tables.webhookEndpoints[delivery.endpointId]
    const event = tables.events[delivery.eventId]
    if (endpoint?.secret === undefined || event === undefined) return 'gone'
    const signal = AbortSignal.any([AbortSignal.timeout(patience), stopping.signal])
    const { url, secret } = endpoint
    return send({ url, secret }, event, { seconds: Math.floor(now() / 1000), signal })
  }

  const settle = (delivery: Delivery, answer: string): void => {
    delivery.lastAnswer = answer
    if (answer === 'gone') delivery.state = 'given-up'
    else if (/^2\d\d$/.test(answer)) delivery.state = 'delivered'
    else {
      const pause = PAUSES[delivery.tries]
      delivery.tries += 1
      if (pause === undefined) delivery.state = 'given-up'
      else delivery.dueAt = now() + pause
    }
    const event = tables.events[delivery.eventId]
    if (event !== undefined && delivery.state !== 'waiting') event.pending_webhooks -= 1
  }

  const attempt = async (delivery: Delivery): Promise<void> => {
    busy.add(delivery)
    let answer: string
    try {
      answer = await deliver(delivery)
    } catch (error) {
      answer = error instanceof Error ? error.name : 'failed'
    }
    busy.delete(delivery)
    if (stopping.signal.aborted) return
    settle(delivery, answer)
    store.save()
  }

  const start = (delivery: Delivery): void => {
    const work = attempt(delivery).finally(() => running.delete(work))
    running.add(work)
  }

  const tick = (): void => {
    for (const delivery of tables.deliveries)
      if (delivery.state === 'waiting' && !busy.has(delivery) && delivery.dueAt <= now()) start(delivery)
    if (tables.deliveries.length > 2 * KEPT)
      tables.deliveries = tables.deliveries.filter(
        ({ state }, index, all) => state === 'waiting' || index >= all.length - KEPT,
      )
  }

  return {
    add: (event) => {
      for (const endpoint of Object.values(tables.webhookEndpoints)) {
        const { enabled_events: listens, status } = endpoint
        if (status !== 'enabled' || !(listens.includes('*') || listens.includes(event.type))) continue
        event.pending_webhooks += 1
        const ids = { eventId: event.id, endpointId: endpoint.id }
        tables.deliveries.push({ ...ids, tries: 0, dueAt: 0, state: 'waiting', lastAnswer: '' })
      }
    },
    tick,
    settled: async () => {
      tick()
      while (running.size > 0) await Promise.all(running)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
