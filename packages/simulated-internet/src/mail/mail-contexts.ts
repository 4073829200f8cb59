import { createSecureContext, type SecureContext } from 'node:tls'
import { mailHostAt, mailTlsKeyOf, type World } from '@netbox/core/dns'
import { type Certificate, webServerOf } from '@netbox/core/web'
import { createRecentMap } from '../internet/recent-map.ts'
import type { Authority } from '../tls/authority.ts'
import { otherCertificate, shifted, tlsServerOf, tlsSettingsOf } from '../tls/server-contexts.ts'

const MOST_CONTEXTS = 250

/** Returns the certificate of a mail server: for its newest name, with its other names as far as their CAA records allow its issuer. */
const certificateOf = (world: World, hosts: readonly [string, ...string[]]): Certificate => {
  const [host] = hosts
  const names = [...new Set([...hosts, mailHostAt(world, host).greetingName])]
  const certificates = names.flatMap((name) => webServerOf(world, name)?.certificate ?? [])
  const [first] = certificates
  if (first === undefined) return otherCertificate(world, names)
  return { ...first, names: certificates.filter(({ issuer }) => issuer === first.issuer).flatMap((each) => each.names) }
}

/** Returns everything that a client meets in the handshake with a mail server. */
export const mailTlsIn = (world: World, hosts: readonly [string, ...string[]]) => {
  const { protocols, cipherSuites, handshake } = tlsServerOf(world, hosts[0])
  const certificate = { ...certificateOf(world, hosts), pin: mailTlsKeyOf(world, hosts[0]) }
  return { certificate, protocols, cipherSuites, ...(handshake === undefined ? {} : { handshake }) }
}

/** Returns the TLS settings of a mail server with a certificate. */
export const mailContextOf = (
  world: World,
  host: string,
  { cert, key }: { readonly cert: string; readonly key: string },
): SecureContext => {
  const server = webServerOf(world, host)
  const needsSettings =
    server !== undefined && (server.certificate.bits !== undefined || server.protocols[0] === 'TLSv1.1')
  // Very old clients send mail too.
  const settings = {
    minVersion: 'TLSv1',
    honorCipherOrder: true,
    ...(needsSettings ? tlsSettingsOf(server) : {}),
  } as const
  return createSecureContext({ ...settings, cert, key })
}

/**
 * Creates the certificates of mail servers, with their settings of handshakes. Each is for the key in the server's TLSA record. `distance` returns how far the machine's clock is
 * ahead of the world's clock, in milliseconds.
 */
export const createMailContexts = (authority: Authority, distance: () => number) => {
  const contexts = createRecentMap<Promise<SecureContext>>(MOST_CONTEXTS)
  return async (world: World, hosts: readonly [string, ...string[]]): Promise<SecureContext> => {
    const [host] = hosts
    const pin = mailTlsKeyOf(world, host)
    const certificate = shifted(certificateOf(world, hosts), distance())
    const make = async (): Promise<SecureContext> => {
      const { cert, key } = await authority.issue(certificate, pin)
      return mailContextOf(world, host, { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() })
    }
    const { protocols, cipherSuites } = webServerOf(world, host) ?? {}
    const id = `${JSON.stringify([certificate, protocols, cipherSuites])} ${pin ?? ''}`
    const context = contexts.get(id) ?? make()
    contexts.set(id, context)
    return context
  }
}
