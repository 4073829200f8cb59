import { constants, randomBytes } from 'node:crypto'
import { createSecureContext, type SecureContext, type SecureContextOptions, type SecureVersion } from 'node:tls'
import type { World } from '@netbox/core/dns'
import { type Certificate, type WebServer, webServerOf } from '@netbox/core/web'
import { DAY } from '@netbox/core'
import { createRecentMap } from '../internet/recent-map.ts'
import type { ServerContext } from '../internet/internet-server.ts'

// OpenSSL's names of cipher suites, by IANA's names. The names differ before TLS 1.3.
const OPENSSL_NAMES: Readonly<Record<string, string>> = {
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_RSA_WITH_AES_128_CBC_SHA: 'AES128-SHA',
}

const VERSIONS: Readonly<Record<string, SecureVersion>> = {
  'TLSv1.3': 'TLSv1.3',
  'TLSv1.2': 'TLSv1.2',
  'TLSv1.1': 'TLSv1.1',
  'TLSv1.0': 'TLSv1',
}

const opensslName = (suite: string): string => {
  const name = suite.includes('_WITH_') ? OPENSSL_NAMES[suite] : suite
  if (name === undefined) throw new RangeError(`There is no cipher suite '${suite}' here.`)
  return name
}

const versionOf = (protocol: string | undefined): SecureVersion => {
  const version = VERSIONS[protocol ?? '']
  if (version === undefined) throw new RangeError(`There is no protocol '${protocol}'.`)
  return version
}

/**
 * Returns the settings that allow exactly the protocol versions and cipher suites of a server. If its certificate has an elliptic curve, they
 * are ECDSA suites.
 */
export const tlsSettingsOf = (
  { protocols, cipherSuites }: Pick<WebServer, 'protocols' | 'cipherSuites'>,
  key: Certificate['key'] = 'rsa-2048',
): SecureContextOptions => ({
  minVersion: versionOf(protocols.at(-1)),
  maxVersion: versionOf(protocols[0]),
  // TLS 1.0 and 1.1 need this security level, because they sign with SHA-1.
  ciphers: [...cipherSuites.map(opensslName), '@SECLEVEL=0']
    .join(':')
    .replaceAll('ECDHE-RSA', key.startsWith('rsa') ? 'ECDHE-RSA' : 'ECDHE-ECDSA'),
  honorCipherOrder: true,
  // Clients that renegotiate can make a server compute a lot, so well-configured servers refuse.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
})

/** The TLS settings of a server. */
type TlsServer = Omit<WebServer, 'headers'>

/** A function that returns the TLS settings of a server of the world, with its certificate. */
export type ServerContexts = (server: TlsServer) => Promise<SecureContext>

const MOST_IDENTITIES = 1000
// The number of octets of the keys of session tickets.
const TICKET_KEYS = 48

/** Returns a certificate for names that the world has no certificate for, such as addresses. */
export const otherCertificate = (world: World, names: readonly string[]): Certificate => ({
  names,
  issuer: 'netbox',
  notBefore: world.at - 30 * DAY,
  notAfter: world.at + 60 * DAY,
})

/** Returns the TLS settings of a host, also of a name outside the world. */
export const tlsServerOf = (world: World, name: string): TlsServer =>
  webServerOf(world, name) ?? {
    certificate: otherCertificate(world, [name]),
    protocols: ['TLSv1.3', 'TLSv1.2'],
    cipherSuites: ['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  }

/**
 * Moves the dates of a certificate by the difference between the machine's clock and the world's clock, because clients compare them with the
 * machine's clock.
 */
export const shifted = (certificate: Certificate, distance: number): Certificate => ({
  ...certificate,
  notBefore: certificate.notBefore + distance,
  notAfter: certificate.notAfter + distance,
})

/**
 * Creates the TLS settings of servers. Caches the certificates, but no settings: their memory is outside of the heap, so V8 would free it
 * too late. All have the same keys for session tickets, so that clients can resume a session.
 */
export const createServerContexts = ({
  live,
  authority,
}: Pick<ServerContext, 'live' | 'authority'>): ServerContexts => {
  const identities = createRecentMap<Promise<{ readonly cert: string; readonly key: string | Buffer }>>(MOST_IDENTITIES)
  const ticketKeys = randomBytes(TICKET_KEYS)
  return async ({ certificate, ...settings }) => {
    const moved = shifted(certificate, live.distance())
    const id = JSON.stringify(moved)
    const identity =
      identities.get(id) ??
      authority.issue(moved).then(({ cert, key }) => ({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }))
    identities.set(id, identity)
    return createSecureContext({ ...tlsSettingsOf(settings, certificate.key), ...(await identity), ticketKeys })
  }
}
