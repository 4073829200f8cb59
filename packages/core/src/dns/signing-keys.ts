import { parseDomain } from '../inputs/host.ts'
import { dkimPrivateKeyOf } from '../world/mail/dkim-keys.ts'
import type { ChainLink } from '../world/names/dnssec.ts'
import { mailServerOf } from '../world/mail/mail.ts'
import { dkimOf } from '../world/answers/mail-dns.ts'
import { publishedDkimOf } from '../world/mail/policies.ts'
import { tlsPrivateKeyOf } from '../world/keys/rsa-keys.ts'
import type { ZoneFault, ZoneState } from '../world/zone-faults.ts'
import type { World } from '../world/world.ts'
import { type Dnskey, dnskeyOf, type Ds, dsOf, zonePrivateKeyOf } from '../world/keys/zone-keys.ts'
import { chainTo, zoneNameOf } from './zones.ts'

/** One zone on the path from the root to a name, with the records that link it to its parent. */
export interface TrustLink {
  /** The name of the zone with a trailing dot: `.`, `example.`, `shop.example.` */
  readonly zone: string
  /** `bogus` if the parent's DS record refers to a key that the zone no longer has, or if `fault` says so. */
  readonly state: ZoneState
  /** The fault that a world document gives the keys and signatures of the zone. */
  readonly fault: ZoneFault | undefined
  /** The key that signs the zone; null in an unsigned zone. */
  readonly dnskey: Dnskey | null
  /** The keys that the zone publishes for later use; they sign nothing. Only the root has some. */
  readonly standby: readonly Dnskey[]
  /** The DS record in the parent zone; null if there is none, and for the root. */
  readonly ds: Ds | null
  /**
   * The private half of `dnskey` for programs that sign the zone: PKCS#8 in PEM, null in an unsigned zone. It comes from a public pool of
   * keys, so it protects nothing.
   */
  readonly privateKey: string | null
}

const linkOf = ({ zone, state, key, delegated, fault }: ChainLink): TrustLink => ({
  zone,
  state,
  fault,
  // A getter, because callers that go through the chain seldom need the records of every link.
  get dnskey() {
    return key === null ? null : dnskeyOf(key, fault)
  },
  // Three keys, as in the real root, make an answer that does not fit into 512 octets.
  get standby() {
    return zone === '.' && key !== null ? [1, 2].map((step) => dnskeyOf({ ...key, number: key.number + step })) : []
  },
  get ds() {
    return delegated === null ? null : dsOf(zone, dnskeyOf(delegated, fault).rdata, fault)
  },
  get privateKey() {
    return key === null ? null : zonePrivateKeyOf(key)
  },
})

/**
 * Returns the chain of trust from the root to the zone of a name: the keys and DS records in the report of `dnssec-check` (RFC 4034,
 * sections 2 and 5). The chain is empty for a text that is not a name. The root's key is the trust anchor of this world only.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'dnssec-bogus', at: 0 }, () => 0)
 * const chain = trustChainOf(world, 'www.shop.example')
 * chain.map(({ zone, state }) => `${zone} ${state}`) // => ['. secure', 'example. secure', 'shop.example. bogus']
 * chain[0]?.ds // => null
 * chain[1]?.ds?.keyTag === chain[1]?.dnskey?.keyTag // => true
 * chain[2]?.ds?.keyTag === chain[2]?.dnskey?.keyTag // => false
 * chain[2]?.privateKey?.split('\n')[0] // => '-----BEGIN PRIVATE KEY-----'
 * trustChainOf(world, '.').length // => 1
 */
export const trustChainOf = (world: World, name: string): TrustLink[] => {
  const zone = zoneNameOf(world, name)
  return zone === undefined ? [] : chainTo(world, zone).map(linkOf)
}

/** The key with which a mail server signs the mail of a domain (RFC 6376). */
export interface DkimSigningKey {
  readonly selector: string
  /** RSA, PKCS#8 in PEM; from a public pool of keys. */
  readonly privateKey: string
}

/**
 * Returns the DKIM key of a domain: the private half of the public key in the TXT record at `selector._domainkey`. Returns `undefined` if
 * the domain does not sign, and for a text that is not a domain.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const key = dkimKeyOf(world, 'mail.example')
 * queryDns(world, `${key?.selector}._domainkey.mail.example`, 'TXT').outcome // => 'found'
 * key?.privateKey.split('\n')[0] // => '-----BEGIN PRIVATE KEY-----'
 * dkimKeyOf(world, 'no domain') // => undefined
 */
export const dkimKeyOf = (world: World, domain: string): DkimSigningKey | undefined => {
  const name = parseDomain(domain)
  if (name === undefined) return undefined
  const { configured, selector } = publishedDkimOf(world, name)
  // A key that a world document defines in its place has an unknown private half.
  return configured && ['valid', 'failure'].includes(dkimOf(world, name).state)
    ? { selector, privateKey: dkimPrivateKeyOf(world, name) }
    : undefined
}

/**
 * Returns the private key of a mail server's certificate, in PEM: the one that its TLSA record pins, if its domain has one. Returns
 * `undefined` for a server without TLS, and for a text that is not a host. The key comes from a public pool.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const { records } = queryDns(world, '_25._tcp.mx1.mail.example', 'TLSA')
 * records.map(({ usage, selector, matchingType }) => [usage, selector, matchingType]) // => [[3, 1, 1]]
 * mailTlsKeyOf(world, 'mx1.mail.example')?.split('\n')[0] // => '-----BEGIN PRIVATE KEY-----'
 * mailTlsKeyOf(world, 'no host') // => undefined
 */
export const mailTlsKeyOf = (world: World, host: string): string | undefined => {
  const name = parseDomain(host)
  return name !== undefined && mailServerOf(world, name).tls ? tlsPrivateKeyOf(world, name) : undefined
}
