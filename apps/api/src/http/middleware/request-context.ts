import { randomUUID } from 'node:crypto'
import type { Middleware, ParameterizedContext } from 'koa'
import { anyone, type Caller } from '../../caller.ts'
import { createClientAddresses } from '../client-address.ts'
import { Refusal } from '../../refusal.ts'
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'

/** Formats an error for the API that was called. */
export type DescribeError = (error: Refusal, ctx: RequestContext) => { readonly status: number; readonly body: object }

/** The state that middlewares set for a request, in `ctx.state`. */
export interface RequestState {
  requestId: string
  /** The caller; set by `authenticate`. */
  caller: Caller
  /** Returns a signal that aborts when the client leaves or the process ends. */
  signal: () => AbortSignal
  /** Default: the format of the contract. */
  describeError?: DescribeError
}

/** The context of a request. The client's address is `ctx.ip`. */
export type RequestContext = ParameterizedContext<RequestState>

// A UUID, or the 32 hex digits that nginx makes.
const REQUEST_ID = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

const signalOf = ({ res }: Pick<RequestContext, 'res'>, stopping: AbortSignal): AbortSignal => {
  const gone = new AbortController()
  const leave = () => {
    if (!res.writableFinished) gone.abort()
  }
  if (res.destroyed) leave()
  else res.once('close', leave)
  return AbortSignal.any([gone.signal, stopping])
}

export interface RequestContextOptions {
  readonly trustedProxies: readonly string[]
  /** Aborts when the process must end. */
  readonly stopping: AbortSignal
  readonly log: { warn(fields: object, message: string): void }
}

/** Sets the request id, the client's address and the common response headers. A trusted proxy may set the request id. */
export const requestContext = ({ trustedProxies, stopping, log }: RequestContextOptions): Middleware<RequestState> => {
  const addresses = createClientAddresses(trustedProxies)
  let hasWarned = false
  // Behind a proxy that isn't listed, all clients share the limits of one address. Clients can send the header too, so one line is enough.
  const warn = (peer: string): void => {
    hasWarned = true
    log.warn(
      { peer },
      'A peer that is not in TRUSTED_PROXIES sent X-Forwarded-For. If it is your proxy, add its address.',
    )
  }
  return (ctx, next) => {
    // A compressed stream has eleven listeners for the end of its response, including Koa's; Node warns from eleven on.
    ctx.res.setMaxListeners(20)
    const peer = ctx.socket.remoteAddress ?? ''
    const given = ctx.get('X-Request-Id')
    const forwardedFor = ctx.get('X-Forwarded-For')
    if (!hasWarned && forwardedFor !== '' && !addresses.isTrusted(peer)) warn(peer)
    ctx.request.ip = addresses.clientOf(peer, forwardedFor)
    ctx.state.requestId = REQUEST_ID.test(given) && addresses.isTrusted(peer) ? given.toLowerCase() : randomUUID()
    ctx.state.caller = anyone
    let signal: AbortSignal | undefined
    ctx.state.signal = () => (signal ??= signalOf(ctx, stopping))
    ctx.set('X-Request-Id', ctx.state.requestId)
    ctx.set('Cache-Control', 'no-store')
    return next()
  }
}

/** Returns the parameters in the query of a request. Unlike Koa's URL of a request, they don't depend on its Host header. */
export const queryOf = ({ querystring }: Pick<RequestContext, 'querystring'>): URLSearchParams =>
  new URLSearchParams(querystring)

/** Returns the path and the query of a request target, and the host of a whole URL. Undefined for other targets. */
const readForm = (target: string): { readonly path: string; readonly host?: string } | undefined => {
  if (target.startsWith('/') || target === '*') return { path: target }
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  return host === undefined ? undefined : { path: rest.startsWith('/') ? rest : `/${rest}`, host }
}

/**
 * Gives every request a path: the rest of the service relies on it, and the log too. Proxies may send the whole URL; its host then replaces
 * the host in the Host header (RFC 9112, 3.2.2). Refuses a target without a path, such as `a://b`. Call it within `answerErrors`.
 */
export const readTarget: Middleware = (ctx, next) => {
  const target = readForm(ctx.url)
  ctx.url = target?.path ?? '/'
  if (target?.host !== undefined) ctx.req.headers.host = target.host
  if (target === undefined) throw new Refusal('bad_request', { message: 'The target of the request is not a path.' })
  return next()
}

// A name or an address, with or without a port (RFC 3986, 3.2.2). It is empty if the target has none.
const HOST = /^(?:[\w.!$&'()*+,;=~%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Refuses a request with an invalid Host header, or with two, because a proxy may have used the other one (RFC 9112, 3.2). */
export const requireOneHost: Middleware = (ctx, next) => {
  // `rawHeaders` alternates names and values. `headersDistinct` would copy all headers for each request.
  const hosts = ctx.req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Refusal('bad_request', { message: 'The request has two Host headers.' })
  if (!HOST.test(ctx.get('Host'))) throw new Refusal('bad_request', { message: 'The Host header is not valid.' })
  return next()
}

/** Returns the name of the route that a request matched: an endpoint's id, or a path outside the contract. */
const routeOf = (ctx: object): string =>
  'routerName' in ctx && typeof ctx.routerName === 'string' ? ctx.routerName : 'none'

/** The methods with their own label. Node accepts 35 methods; all others share one label, so that clients can't create more labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Returns a request's path for the log: the route without the query, and only the start of an unknown path. */
export const requestFields = (ctx: RequestContext) => {
  const route = routeOf(ctx)
  const { requestId, caller } = ctx.state
  return {
    request_id: requestId,
    address: ctx.ip,
    route,
    ...(route === 'none' ? { path: ctx.path.slice(0, 120) } : {}),
    ...(caller.kind === 'anyone' ? {} : { user_id: caller.user.id }),
  }
}

/** Logs and counts every request after its response. Requests whose response public caches may keep are logged at `debug`. */
export const logRequests = (log: Logger, metrics: Metrics): Middleware<RequestState> => {
  const requests = metrics.counter('netbox_http_requests_total', 'Responses by endpoint and status.', {
    route: [],
    method: [],
    status: [],
  })
  // Without labels, because a counter of a route appears with its first response, whose increase an alert doesn't notice.
  const errors = metrics.counter('netbox_http_errors_total', 'Responses with a status of 500 or above.')
  const durations = metrics.histogram('netbox_http_request_seconds', 'Time to the end of a response, by endpoint.', [
    'route',
  ])
  return (ctx, next) => {
    const begun = performance.now()
    ctx.res.once('close', () => {
      const ms = performance.now() - begun
      const { method, status } = ctx
      const route = routeOf(ctx)
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status: String(status) })
      if (status >= 500) errors.inc({})
      durations.observe({ route }, ms / 1000)
      // After an error outside `answerErrors`, Koa has removed the headers.
      const level = String(ctx.res.getHeader('Cache-Control')).startsWith('public') ? 'debug' : 'info'
      log[level]({ ...requestFields(ctx), method, status, ms: Math.round(ms * 100) / 100 }, 'request')
    })
    return next()
  }
}
