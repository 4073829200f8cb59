import { mailHostAt, mailTlsKeyOf, type World } from '@netbox/core/dns'
import { type Certificate, webServerOf } from '@netbox/core/web'
import { createRecentMap } from '../internet/recent-map.ts'
import type { Authority } from '../tls/authority.ts'
import { otherCertificate, shifted, tlsSettingsOf } from '../tls/server-contexts.ts'
import type { MailIdentity } from './serve-mail.ts'

const MOST_IDENTITIES = 250

/** Returns the certificate of a mail server: that of its newest name, with its other names as far as their CAA records allow its issuer. */
const certificateOf = (world: World, hosts: readonly [string, ...string[]]): Certificate => {
  const [host] = hosts
  const names = [...new Set([...hosts, mailHostAt(world, host).greetingName])]
  const certificates = names.flatMap((name) => webServerOf(world, name)?.certificate ?? [])
  const [first] = certificates
  if (first === undefined) return otherCertificate(world, names)
  return { ...first, names: certificates.filter(({ issuer }) => issuer === first.issuer).flatMap((each) => each.names) }
}

/** Returns the TLS settings of a mail server that differ from those of smtp-server. */
export const mailTlsOf = (world: World, host: string): MailIdentity['tls'] => {
  const server = webServerOf(world, host)
  if (server === undefined) return {}
  const needsSettings = server.certificate.bits !== undefined || server.protocols[0] === 'TLSv1.1'
  return {
    ...(needsSettings ? tlsSettingsOf(server) : {}),
    ...(server.handshake === 'client-cert-required' ? { requestCert: true, rejectUnauthorized: true } : {}),
  }
}

/**
 * Creates the certificates of mail servers. Each is for the key in the server's TLSA record. `distance` returns how far the machine's clock is
 * ahead of the world's clock, in milliseconds.
 */
export const createIdentities = (authority: Authority, distance: () => number) => {
  const identities = createRecentMap<Promise<MailIdentity>>(MOST_IDENTITIES)
  const make = async (
    certificate: Certificate,
    pin: string | undefined,
    tls: MailIdentity['tls'],
  ): Promise<MailIdentity> => {
    const { cert, key } = await authority.issue(certificate, pin)
    return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), tls }
  }
  return async (world: World, hosts: readonly [string, ...string[]]): Promise<MailIdentity> => {
    const [host] = hosts
    const key = mailTlsKeyOf(world, host)
    const certificate = shifted(certificateOf(world, hosts), distance())
    const tls = mailTlsOf(world, host)
    const id = `${JSON.stringify([certificate, tls])} ${key ?? ''}`
    const identity = identities.get(id) ?? make(certificate, key, tls)
    identities.set(id, identity)
    return identity
  }
}
