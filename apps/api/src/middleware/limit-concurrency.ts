import { Stream } from 'node:stream'
import type { Middleware } from 'koa'
import { createConcurrencyLimit } from '../concurrency.ts'
import type { Metrics } from '../metrics.ts'

const REQUESTS = 512
/** Streams take long and cost little. */
const STREAMS = 1024

/** Bounds the requests in flight and the open streams of the process; answers `busy` beyond. */
export const limitConcurrency = (metrics: Metrics): Middleware => {
  const requests = createConcurrencyLimit(REQUESTS, 'busy')
  const streams = createConcurrencyLimit(STREAMS, 'busy')
  metrics.gauge('netbox_http_requests_in_flight', 'Requests that are worked on.', () => requests.active)
  metrics.gauge('netbox_http_streams_open', 'Streams that are open.', () => streams.active)
  return async (ctx, next) => {
    const leave = requests.enter()
    try {
      await next()
      if (ctx.body instanceof Stream) ctx.res.once('close', streams.enter())
    } finally {
      leave()
    }
  }
}
