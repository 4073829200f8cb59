import helmet from 'koa-helmet'
import type { Middleware } from 'koa'

/** The settings of the headers. */
export interface SecuritySettings {
  /** Whether the public address is behind TLS. */
  readonly isSecure: boolean
  readonly publicUrl: string
}

/** Where the site asks whether the service answers when it is reached past the proxy (spec §7). */
const directUrl = (publicUrl: string): string => {
  const { protocol, hostname } = new URL(publicUrl)
  return `${protocol}//${hostname}:5000`
}

/** The one page that other sites may frame: the card of a report, which holds a link and no control. */
const EMBED_PATH = '/embed'

const headersFor = ({ isSecure, publicUrl }: SecuritySettings, mayBeFramed: boolean): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", directUrl(publicUrl)],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [mayBeFramed ? '*' : "'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: mayBeFramed ? false : { action: 'deny' },
    // These say something only to programs older than every one that the product supports.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  })

/** Sets the security headers of every answer. HSTS only where the public address is behind TLS. */
export const securityHeaders = (settings: SecuritySettings): Middleware => {
  const [own, framed] = [headersFor(settings, false), headersFor(settings, true)]
  return async (ctx, next) => {
    await (ctx.path === EMBED_PATH ? framed : own)(ctx, next)
  }
}
