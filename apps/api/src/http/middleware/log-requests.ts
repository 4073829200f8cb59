import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Metrics } from '../../metrics.ts'
import type { RequestContext, RequestState } from './request-context.ts'

/** Returns the name of the route that a request matched: an endpoint's id, or a path outside the contract. */
const routeOf = (ctx: object): string =>
  'routerName' in ctx && typeof ctx.routerName === 'string' ? ctx.routerName : 'none'

/** The methods with their own label. Node accepts 35 methods; all others share one label, so that clients can't create more labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

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
  const requests = metrics.counter('netbox_http_requests_total', 'Responses by endpoint and status.', [
    'route',
    'method',
    'status',
  ])
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
      durations.observe({ route }, ms / 1000)
      const level = ctx.response.get('Cache-Control').startsWith('public') ? 'debug' : 'info'
      log[level]({ ...requestFields(ctx), method, status, ms: Math.round(ms * 100) / 100 }, 'request')
    })
    return next()
  }
}
