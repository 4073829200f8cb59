import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import helmet from 'koa-helmet'

/** Headers by name. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** What the headers depend on. */
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

const policy = ({ isSecure, publicUrl }: SecuritySettings) =>
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
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // These say something only to programs older than every one that the product supports.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  })

/**
 * Gives the security headers of every answer. They are the same for all, so helmet is asked once, and not at each request,
 * where it would cost more than many an answer. HSTS only where the public address is behind TLS.
 */
export const securityHeaders = async (settings: SecuritySettings): Promise<HeaderList> => {
  const headers = new Map<string, string>()
  const response: Pick<ServerResponse, 'removeHeader'> & { setHeader(name: string, value: string): void } = {
    setHeader: (name, value) => void headers.set(name, value),
    removeHeader: (name) => void headers.delete(name),
  }
  const request: Partial<IncomingMessage> = {}
  // Helmet only sets and removes headers: nothing else of a context is looked at.
  await policy(settings)({ req: request, res: response } as unknown as Context, async () => undefined)
  return [...headers]
}
