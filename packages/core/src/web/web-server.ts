import { parseDomain } from '../inputs/host.ts'
import { missingOf } from '../world/answers/existence.ts'
import { operatorOf } from '../world/hosts/machines.ts'
import type { CertificateChange, CertificateFault } from '../world/certificate-faults.ts'
import { certificateChangeOf } from '../world/hosts/stated-hosts.ts'
import * as web from '../world/answers/web.ts'
import type { World } from '../world/world.ts'

/** The certificate of a web server. */
export interface Certificate extends CertificateChange {
  /** The names for which the certificate is valid (RFC 9525): the subject alternative names. */
  readonly names: readonly string[]
  /** The certificate authority. */
  readonly issuer: string
  /** Epoch milliseconds. */
  readonly notBefore: number
  /** Epoch milliseconds; earlier than the world's time if the certificate has expired. */
  readonly notAfter: number
  /** A fault of the certificate apart from its end, and what it changes. */
  readonly fault?: CertificateFault
}

/** The web server of a name, as seen by clients that send the name in the TLS handshake (SNI, RFC 6066). */
export interface WebServer {
  readonly certificate: Certificate
  /** The TLS versions that the server offers, newest first: `TLSv1.3`. */
  readonly protocols: readonly string[]
  /** The IANA names of the server's cipher suites, preferred first. */
  readonly cipherSuites: readonly string[]
  /** The end of a handshake; absent if it completes. `closes`: after the ClientHello. `client-cert-required`: without a client certificate. */
  readonly handshake?: 'closes' | 'client-cert-required'
  /** The security headers of its pages over HTTPS. */
  readonly headers: readonly HttpHeader[]
}

/** An HTTP header field (RFC 9110, section 5). */
export interface HttpHeader {
  readonly name: string
  readonly value: string
}

const headersOf = (world: World, name: string): HttpHeader[] =>
  web.headerValuesOf(world, name).flatMap((value, index) => {
    const header = web.securityHeaders[index]
    return value === null || header === undefined ? [] : [{ name: header.name, value }]
  })

/**
 * Returns the web server of a name, as `https-test` and `header-security` find it if port 443 is open (`portOf` of `@netbox/core/network`).
 * Returns `undefined` for a name without addresses and for a text that is not a domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'cert-expired', at: '2026-01-01T00:00:00Z' }, Date.now)
 * const server = webServerOf(world, 'www.shop.example')
 * server?.certificate.names // => ['www.shop.example']
 * const ends = server?.certificate.notAfter ?? 0
 * ends < world.at // => true
 * webServerOf(world, 'missing.invalid') // => undefined
 */
export const webServerOf = (world: World, name: string): WebServer | undefined => {
  const domain = parseDomain(name)
  if (domain === undefined || missingOf(world, domain) !== undefined) return undefined
  const { issuer, notBefore, notAfter, protocols, ciphers, fault, handshake } = web.webServerOf(world, domain)
  const change = certificateChangeOf(world, domain)
  const names = [change.isForOther === true ? `default.${operatorOf(world, domain).domain}` : domain]
  return {
    certificate: { names, issuer, notBefore, notAfter, ...(fault && { fault }), ...change },
    protocols,
    cipherSuites: ciphers,
    ...(handshake === 'closes' || handshake === 'client-cert-required' ? { handshake } : {}),
    headers: headersOf(world, domain),
  }
}

/** The head of an HTTP response. */
export interface WebResponse {
  readonly status: number
  readonly headers: readonly HttpHeader[]
}

/**
 * Returns the response of a web server to a request for a path: a redirect from HTTP to HTTPS, and a page with its security headers over
 * HTTPS. Returns `undefined` if there is no web server.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * webResponseOf(world, 'shop.example', 'http', '/cart') // => { status: 301, headers: [{ name: 'Location', value: 'https://shop.example/cart' }] }
 * webResponseOf(world, 'shop.example', 'https')?.status // => 200
 */
export const webResponseOf = (
  world: World,
  name: string,
  scheme: 'http' | 'https',
  path = '/',
): WebResponse | undefined => {
  const server = webServerOf(world, name)
  if (server === undefined) return undefined
  if (scheme === 'https') return { status: 200, headers: server.headers }
  return { status: 301, headers: [{ name: 'Location', value: `https://${parseDomain(name) ?? name}${path}` }] }
}
