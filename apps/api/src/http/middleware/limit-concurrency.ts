import { Stream } from 'node:stream'
import type { EndpointDefinition } from '@netbox/contract'
import type { Middleware } from 'koa'
import { createConcurrencyLimit } from '../../concurrency.ts'
import type { Metrics } from '../../metrics.ts'
import type { ValidState } from './read-input.ts'

const REQUESTS = 512
/**
 * The maximum number of concurrent webhooks. Anyone can send one, because only the handler checks its signature. The number is higher than
 * billing's own limit, so that a burst of real events is accepted.
 */
const WEBHOOKS = 64
/** The maximum number of concurrent streams and simulated delays, which last long but need few resources. */
const STREAMS = 1024

/** The state for handlers in `ctx.state`. */
export interface ConcurrencyState extends ValidState {
  /** Runs work that mostly waits: it counts as a stream, and frees the request's slot. */
  countAsStream: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Limits the active requests, the active webhooks and the open streams of the process, each separately. Responds with `busy` beyond a
 * limit.
 */
export const createConcurrencyLimiter = (
  metrics: Metrics,
): ((endpoint?: EndpointDefinition) => Middleware<ConcurrencyState>) => {
  const requests = createConcurrencyLimit(REQUESTS, 'busy')
  const webhooks = createConcurrencyLimit(WEBHOOKS, 'busy')
  const streams = createConcurrencyLimit(STREAMS, 'busy')
  metrics.gauge('netbox_http_requests_in_flight', 'Requests in progress.', () => requests.active)
  metrics.gauge('netbox_http_webhooks_in_flight', 'Webhooks in progress.', () => webhooks.active)
  metrics.gauge(
    'netbox_http_streams_open',
    'Open streams, and runs that are waiting for their simulated delay.',
    () => streams.active,
  )
  return (endpoint) => async (ctx, next) => {
    const leave = (endpoint?.raw ? webhooks : requests).enter()
    ctx.state.countAsStream = (work) => {
      const close = streams.enter()
      leave()
      return work().finally(close)
    }
    try {
      await next()
      if (ctx.body instanceof Stream) ctx.res.once('close', streams.enter())
    } finally {
      leave()
    }
  }
}
