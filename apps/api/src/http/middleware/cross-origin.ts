import cors from '@koa/cors'
import type { Middleware } from 'koa'

const EXPOSED = [
  'X-Request-Id',
  'X-Netbox-Simulated',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'ETag',
  'Content-Range',
  'Link',
  'X-Total-Count',
  'X-Supabase-Api-Version',
]

/** The request headers of supabase-js, and those of tracing. */
const SUPABASE_HEADERS = [
  'apikey',
  'x-client-info',
  'x-supabase-api-version',
  'x-retry-count',
  'x-upsert',
  'x-metadata',
  'x-region',
  'cache-control',
  'content-encoding',
  'prefer',
  'accept-profile',
  'content-profile',
  'range',
  'traceparent',
  'tracestate',
  'baggage',
]

/** Lets pages of exactly these origins call the API. Clients send their token in a header, so cookies are never allowed. */
export const crossOrigin = (origins: readonly string[]): Middleware => {
  if (origins.length === 0) return (_ctx, next) => next()
  const allowed = new Set(origins)
  return cors({
    origin: ({ headers }) => (headers.origin !== undefined && allowed.has(headers.origin) ? headers.origin : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Accept', ...SUPABASE_HEADERS],
    exposeHeaders: EXPOSED,
    maxAge: 600,
    // Another middleware sends errors, and keeps the headers that are already set.
    keepHeadersOnError: false,
  })
}
