import cors from '@koa/cors'
import type { Middleware } from 'koa'

const EXPOSED = [
  'X-Request-Id',
  'X-Netbox-Simulated',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** Lets pages of exactly these origins call the API. Bearers go in a header, so no cookies are ever allowed. */
export const crossOrigin = (origins: readonly string[]): Middleware => {
  if (origins.length === 0) return (_ctx, next) => next()
  const allowed = new Set(origins)
  return cors({
    origin: ({ headers }) => (headers.origin !== undefined && allowed.has(headers.origin) ? headers.origin : ''),
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Accept'],
    exposeHeaders: EXPOSED,
    maxAge: 600,
    // Errors are answered by a middleware, which keeps the headers that are set.
    keepHeadersOnError: false,
  })
}
