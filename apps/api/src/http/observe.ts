import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { ApiError } from './api-error.ts'
import type { ClientAddresses } from './client-address.ts'
import { asApiError, errorBody } from './error-answer.ts'
import { type Answering, type Exchange, type ExchangeContext, openExchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import { requestFields, type RequestLog } from './request-log.ts'
import type { HeaderList } from './security-headers.ts'
import { sendJson } from './send.ts'

/** What the outermost layer needs. */
export interface Observation {
  readonly addresses: ClientAddresses
  readonly headers: HeaderList
  readonly log: Logger
  readonly writeRequest: RequestLog
  readonly metrics: Metrics
}

// Twice the largest body. A client or proxy that is still sending when the connection closes loses the answer.
const SKIPPED_BODY = 2_097_152

const answerError = (ctx: Answering, error: ApiError): void => {
  // What has begun can't become an error; the connection was cut.
  if (ctx.res.headersSent) return
  const { headers } = ctx.state.exchange
  if (error.status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(error.retryAfter)))
  // The rest of the body is read and dropped, so that the sender gets the answer. More than that is not waited for.
  if (!ctx.req.complete && Number(ctx.req.headers['content-length'] ?? Infinity) > SKIPPED_BODY)
    headers['Connection'] = 'close'
  sendJson(ctx, error.status, JSON.stringify(errorBody(error, ctx.state.exchange.requestId)))
}

// What is undefined is left out of the log.
const logged = ({ requestId, address, path, route, userId }: Exchange) => ({
  request_id: requestId,
  address,
  route,
  // An endpoint is told by its name; what nobody serves is shown, but not a megabyte of it.
  path: route === 'none' ? path.slice(0, 120) : undefined,
  user_id: userId,
})

/** Watches requests: who asks, what is answered to what was thrown, the figures, the log. */
export interface Observer {
  open(request: IncomingMessage): Exchange
  /** Answers what was thrown. */
  fail(ctx: Answering, thrown: unknown): void
  close(ctx: Answering, begun: number): void
}

/** Makes the observer of all requests. `begun` is a time of `performance.now()`. */
export const createObserver = ({ addresses, headers, log, writeRequest, metrics }: Observation): Observer => {
  const standing = Object.fromEntries(headers)
  const requests = metrics.counter('netbox_http_requests_total', 'Answers by endpoint and status.')
  const durations = metrics.histogram('netbox_http_request_seconds', 'Time to the end of an answer by endpoint.')
  const report = (exchange: Exchange, error: ApiError) => {
    if (error.code === 'internal_error') log.error({ ...logged(exchange), err: error.cause }, 'failed')
    else if (error.status >= 500) log.warn({ ...logged(exchange), code: error.code, err: error.cause }, 'refused')
  }
  return {
    open: (request) => openExchange(request, addresses, standing),
    fail: (ctx, thrown) => {
      const error = asApiError(thrown)
      report(ctx.state.exchange, error)
      answerError(ctx, error)
    },
    close: ({ req: { method = '' }, res: { statusCode: status }, state: { exchange } }, begun) => {
      const seconds = (performance.now() - begun) / 1000
      const { route } = exchange
      requests.add({ route, method, status: String(status) })
      durations.observe(seconds, { route })
      // What is the same for everybody tells nothing of anybody: it is counted above, and told only to who wants to know all.
      const level = exchange.isPrepared ? 'debug' : 'info'
      writeRequest(level, () => requestFields(exchange, { method, status, ms: Math.round(seconds * 1e5) / 100 }))
    },
  }
}

/** Is the outermost layer: request id, headers, the answer to what was thrown, the log and the figures. */
export const observe = (observer: Observer): Middleware => {
  return async (context, next) => {
    const begun = performance.now()
    const exchange = observer.open(context.req)
    context.state['exchange'] = exchange
    // It has been put there in the line above.
    const ctx = context as unknown as ExchangeContext
    // What is no endpoint may be answered by others than us, who know nothing of the exchange.
    if (!exchange.path.startsWith('/api/'))
      for (const [name, value] of Object.entries(exchange.headers)) ctx.res.setHeader(name, value)
    try {
      await next()
    } catch (thrown) {
      observer.fail(ctx, thrown)
    }
    observer.close(ctx, begun)
  }
}
