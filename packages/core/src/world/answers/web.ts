import { nameKindOf, resolves } from './existence.ts'
import { statedAt, type StatedRecords } from '../facts.ts'
import { addressFaultOf } from '../hosts/hosts.ts'
import { canonicalName, machineOf } from '../hosts/machines.ts'
import { between, chance, type Entity, part, pick } from '../../foundation/mapping.ts'
import { parentName, zoneOf } from '../../foundation/names.ts'
import type { CertificateFault } from '../certificate-faults.ts'
import type { Overrides } from '../decisions.ts'
import { certificateChangeOf, certificateFaultOf, handshakeOf } from '../hosts/stated-hosts.ts'
import { answerOn } from '../hosts/reach.ts'
import { lastTime, startOfCertificate } from '../../foundation/periods.ts'
import { DAY, HOUR } from '../../foundation/units.ts'
import { fact } from '../fact.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { overridesAt, zoneOverridesAt } from '../overrides-at.ts'
import { creationOf } from './zones.ts'

const HTTPS_PORT = 443

/** The certificate and the transport settings of a web server. */
export interface WebServer {
  readonly issuer: string
  /** Epoch milliseconds. */
  readonly notBefore: number
  readonly notAfter: number
  /** Newest first. */
  readonly protocols: string[]
  /** IANA names, preferred first. */
  readonly ciphers: string[]
  /** A fault of the certificate apart from its end. */
  readonly fault: CertificateFault | undefined
  readonly handshake: NonNullable<Overrides['handshake']>
}

// The start of short lifetimes: from 2029-03-15, certificates are issued for 47 days at most (CA/Browser Forum, ballot SC-081).
const SHORT_FROM = 1_868_227_200_000

const lifetimeAt = (issued: number): number => (issued < SHORT_FROM ? 90 : 45) * DAY

/** Returns the instant at which a certificate should be renewed, in epoch milliseconds: when a third of its lifetime is left. */
export const renewalDueOf = ({ notBefore }: Pick<WebServer, 'notBefore'>): number =>
  notBefore + (lifetimeAt(notBefore) / 3) * 2

/** Returns the issue date of a certificate that is renewed in time. */
const issuedBefore = (at: number, id: Entity): number => {
  const issued = lastTime(at, id, 'renewal', (lifetimeAt(0) / 3) * 2)
  return issued < SHORT_FROM ? issued : lastTime(at, id, 'renewal', (lifetimeAt(issued) / 3) * 2)
}

/*
 * The certificate of a scenario stays the same for two days, from 00:00 UTC of a day whose number since 1970 is even. Then another one
 * replaces it, so that the scenario applies at any time: an expiring certificate expires 1 to 4 days after the world's time, an expired one
 * expired 4 to 7 days before it, and one that is not valid yet becomes valid 1 to 4 days after it.
 */
const CERTIFICATE_ANCHOR = 2 * DAY

type Period = Pick<WebServer, 'notBefore' | 'notAfter'>

const period = fact<string, Period>({
  document: (world, domain) => {
    const expires = world.facts?.hosts.get(domain)?.certificate?.expires
    if (expires === undefined) return undefined
    const notAfter = Date.parse(expires)
    return { notBefore: startOfCertificate(notAfter, world.at), notAfter }
  },
  scenario: (world, domain) => {
    const { certificate } = overridesAt(world, domain)
    const anchor = Math.floor(world.at / CERTIFICATE_ANCHOR) * CERTIFICATE_ANCHOR
    const hours = between(entityOf(world, 'web', domain), 'hours', 1, 20) * HOUR
    if (certificateChangeOf(world, domain).beginsLater === true) {
      const notBefore = anchor + 3 * DAY + hours
      return { notBefore, notAfter: notBefore + lifetimeAt(notBefore) }
    }
    if (certificate !== 'expiring' && certificate !== 'expired') return undefined
    const notAfter = anchor + (certificate === 'expiring' ? 3 : -5) * DAY + hours
    return { notBefore: notAfter - lifetimeAt(notAfter - lifetimeAt(0)), notAfter }
  },
  seed: (world, domain) => {
    // A certificate can't be older than its domain's registration.
    const notBefore = Math.max(issuedBefore(world.at, entityOf(world, 'web', domain)), creationOf(world, domain))
    return { notBefore, notAfter: notBefore + lifetimeAt(notBefore) }
  },
})

const ISSUERS = ['Quayside CA', 'Open Harbour Trust', 'Meridian TLS'] as const

/** Returns the name of a certificate authority in CAA records. */
const authorityName = (issuer: string): string => `${issuer.toLowerCase().replaceAll(' ', '-')}.example`

/** Returns the names in CAA records of all authorities from which hosts have their certificates by the seed. */
export const drawnAuthorities = (): readonly string[] => ISSUERS.map(authorityName)

/** Returns the authority from which the hosts of a name's zone have their certificates by the seed. */
const drawnIssuer = (world: World, name: string): string =>
  pick(entityOf(world, 'web', zoneOf(name)), 'issuer', ISSUERS)

const CAA_ODDS = 0.5

/**
 * Returns the CAA records at a name that is no alias: the stated records, or the record of a domain: by the scenario, it allows no authority; by the
 * seed, only the authority of its certificates.
 */
export const authorizationsAt = (world: World, name: string): NonNullable<StatedRecords['CAA']> => {
  const stated = statedAt(world, name)?.CAA
  if (stated !== undefined) return stated
  if (zoneOf(name) !== name || nameKindOf(world, name) !== 'host') return []
  if (zoneOverridesAt(world, name).caa === 'forbid') return [{ flags: 0, tag: 'issue', value: ';', ttl: 3600 }]
  if (!chance(entityOf(world, 'caa', name), 'set', CAA_ODDS)) return []
  return [{ flags: 0, tag: 'issue', value: authorityName(drawnIssuer(world, name)), ttl: 3600 }]
}

/**
 * Returns what a scenario makes the authority at a host do, or any authority that looks at a name. The names of registries are no exception: their
 * faults break only ACME clients.
 */
export const issuanceAt = (world: World, name: string): NonNullable<Overrides['acme']> =>
  (world.scopes === undefined ? world.overrides : overridesAt(world, name)).acme ?? 'issue'

/**
 * Returns the names of the authorities that the closest CAA records allow, the records at the host or its alias target, else the records at the names above
 * the host (RFC 8659, section 3); undefined if they allow all. An empty name allows none.
 */
export const allowedAuthoritiesOf = (world: World, host: string): readonly string[] | undefined => {
  for (let at = host; at !== '.'; at = parentName(at)) {
    const rules = authorizationsAt(world, canonicalName(world, at))
    if (rules.length === 0) continue
    // The name of an authority comes before its parameters (section 4.2).
    const allowed = rules.flatMap(({ tag, value }) => (tag === 'issue' ? [value.split(';', 1)[0]?.trim() ?? ''] : []))
    return allowed.length === 0 ? undefined : allowed
  }
  return undefined
}

/** Returns the authority of a host's certificate: one that the CAA records allow. */
const issuerOf = (world: World, host: string): string => {
  const drawn = drawnIssuer(world, host)
  const allowed = allowedAuthoritiesOf(world, host)
  const known = [drawn, ...ISSUERS].find((issuer) => allowed?.includes(authorityName(issuer)))
  return known ?? allowed?.find((name) => name !== '') ?? drawn
}

/** Returns the web server of a domain. */
export const webServerOf = memoize((world, domain): WebServer => {
  const id = entityOf(world, 'web', domain)
  const handshake = handshakeOf(world, domain)
  const isKept = overridesAt(world, domain).certificate !== undefined
  const old = !isKept && chance(id, 'old-protocols', 0.15)
  const weak = !isKept && chance(id, 'weak-ciphers', 0.12)
  const { notBefore, notAfter } = period(world, domain)
  const shared = {
    issuer: certificateChangeOf(world, domain).signedBy === 'itself' ? domain : issuerOf(world, domain),
    notBefore,
    notAfter,
    fault: certificateFaultOf(world, domain),
    handshake,
  }
  if (handshake === 'old') return { ...shared, protocols: ['TLSv1.1', 'TLSv1.0'], ciphers: OLD_CIPHERS }
  return {
    ...shared,
    protocols: old ? ['TLSv1.2', 'TLSv1.1', 'TLSv1.0'] : ['TLSv1.3', 'TLSv1.2'],
    ciphers: ciphersOf(old, weak),
  }
})

// TLS 1.1 and 1.0 have no GCM (RFC 5288, section 4).
const OLD_CIPHERS = ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA']

const ciphersOf = (old: boolean, weak: boolean): string[] => {
  const ciphers = old ? [] : ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']
  ciphers.push('TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256')
  // TLS 1.1 and 1.0 have no GCM (RFC 5288, section 4), so servers that offer them have a CBC suite.
  if (old) ciphers.push('TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA')
  if (weak) ciphers.push('TLS_RSA_WITH_AES_128_CBC_SHA')
  return ciphers
}

/** One security header that browsers support. */
export interface SecurityHeader {
  readonly name:
    | 'Content-Security-Policy'
    | 'Strict-Transport-Security'
    | 'X-Content-Type-Options'
    | 'X-Frame-Options'
    | 'Referrer-Policy'
    | 'Permissions-Policy'
  /** The value on a well-configured site. */
  readonly strong: string
  /** The value on a site with a weak header; undefined if there is no weak value. */
  readonly weak?: string
  /** The header's points out of 100. */
  readonly weight: number
}

/** The checked headers; their weights add up to 100. */
export const securityHeaders: readonly SecurityHeader[] = [
  {
    name: 'Content-Security-Policy',
    strong: "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    weak: "default-src * 'unsafe-inline' 'unsafe-eval'",
    weight: 30,
  },
  {
    name: 'Strict-Transport-Security',
    strong: 'max-age=63072000; includeSubDomains',
    weak: 'max-age=300',
    weight: 25,
  },
  { name: 'X-Content-Type-Options', strong: 'nosniff', weight: 15 },
  { name: 'X-Frame-Options', strong: 'DENY', weight: 10 },
  { name: 'Referrer-Policy', strong: 'strict-origin-when-cross-origin', weak: 'unsafe-url', weight: 10 },
  { name: 'Permissions-Policy', strong: 'camera=(), geolocation=(), microphone=()', weight: 10 },
]

/** Returns the site's value for each security header, null for a missing one. */
export const headerValuesOf = (world: World, domain: string): (string | null)[] => {
  const id = entityOf(world, 'web', domain)
  const quality = overridesAt(world, domain).headers
  return securityHeaders.map((header, index) => valueOf(quality, part(id, index), header))
}

const valueOf = (quality: Overrides['headers'], id: Entity, { strong, weak }: SecurityHeader): string | null => {
  if (quality === 'strong') return strong
  if (quality === 'weak') return weak ?? null
  if (!chance(id, 'sent', 0.65)) return null
  return weak !== undefined && chance(id, 'weak', 0.2) ? weak : strong
}

/** The reason why clients can't reach the web server of a domain. */
export type NoWebReason = 'no-address' | 'port-closed' | 'tls-closes'

/** The reason why clients get no page from the web server of a domain. */
export type NoPageReason = NoWebReason | 'client-cert-required'

/** Returns why clients get no page from the web server of a domain; undefined if they get one. */
export const whyNoPage = (world: World, domain: string): NoPageReason | undefined =>
  whyNoWeb(world, domain) ??
  (handshakeOf(world, domain) === 'client-cert-required' ? 'client-cert-required' : undefined)

/** Returns why the web server of a domain is unreachable; undefined if it is reachable. */
export const whyNoWeb = (world: World, domain: string): NoWebReason | undefined => {
  if (!resolves(world, domain)) return 'no-address'
  // Web clients try the next address if one does not answer.
  const address = addressFaultOf(world, domain)?.next ?? domain
  if (answerOn(world, machineOf(world, address), HTTPS_PORT) !== 'open') return 'port-closed'
  return handshakeOf(world, domain) === 'closes' ? 'tls-closes' : undefined
}
