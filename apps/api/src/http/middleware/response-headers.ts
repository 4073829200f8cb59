import helmet from 'koa-helmet'
import type { Middleware } from 'koa'
import cors from '@koa/cors'
import { isThisMachine } from '../client-address.ts'

/** The settings of the headers. */
export interface SecuritySettings {
  /** Whether the public address uses TLS. */
  readonly isSecure: boolean
  /** Whether browsers should use TLS for the subdomains too (HSTS). */
  readonly includesSubdomains: boolean
  readonly publicUrl: string
  readonly isProduction: boolean
  readonly port: number
}

/**
 * Returns the address at which the site checks the service directly, bypassing the proxy (spec §7). In production, the port is reachable
 * only for the proxy.
 */
const directUrls = ({ publicUrl, isProduction, port }: SecuritySettings): string[] => {
  const { protocol, hostname } = new URL(publicUrl)
  return isProduction ? [] : [`${protocol}//${hostname}:${isThisMachine(publicUrl) ? port : 5000}`]
}

/** The only page that other sites may frame: the card of a report, which has a link and no controls. */
const EMBED_PATH = '/embed'

const headersFor = (settings: SecuritySettings, mayBeFramed: boolean): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...directUrls(settings)],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [mayBeFramed ? '*' : "'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.isSecure
      ? { maxAge: 31_536_000, includeSubDomains: settings.includesSubdomains }
      : false,
    xFrameOptions: mayBeFramed ? false : { action: 'deny' },
    // These headers affect only browsers older than the supported ones.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  })

/** Sets the security headers of every response. Sets HSTS only if the public address uses TLS. */
export const securityHeaders = (settings: SecuritySettings): Middleware => {
  const [own, framed] = [headersFor(settings, false), headersFor(settings, true)]
  return async (ctx, next) => {
    await (ctx.path === EMBED_PATH ? framed : own)(ctx, next)
  }
}

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

/** The request headers of supabase-js and of tracing. */
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
