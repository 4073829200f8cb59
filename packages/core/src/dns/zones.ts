import { parseName, parseQueryName } from '../inputs/host.ts'
import { type ChainLink, dnssecOf, dnssecStateOf } from '../world/names/dnssec.ts'
import { authorityZoneOf } from '../world/answers/existence.ts'
import { addressesOf } from '../world/hosts/hosts.ts'
import type { World } from '../world/world.ts'
import { authorityOf, nameserverTtlOf } from '../world/answers/zones.ts'
import { nameserversOf } from '../world/names/nameservers.ts'
import { recordsOf, type ResourceRecord } from './records.ts'

/** A nameserver of a zone, with the addresses that a referral includes as glue. */
export interface Nameserver {
  readonly host: string
  readonly addresses: readonly string[]
  /** The time to live of its NS record, in seconds. */
  readonly ttl: number
}

/** A DNS zone: the data from which its nameservers answer. */
export interface Zone {
  /** The name in lower case and without a trailing dot; the root is `.`. */
  readonly name: string
  /** The parent zone, which delegates this one; null for the root. */
  readonly parent: string | null
  /** The primary comes first. The parent and the registry list the same hosts. */
  readonly nameservers: readonly Nameserver[]
  /** The SOA record (RFC 1035, section 3.3.13). */
  readonly soa: ResourceRecord<'SOA'>
  /** The time of the zone's last change, in epoch milliseconds. */
  readonly changed: number
  /**
   * The DNSSEC state (RFC 4033, section 5): the chain of trust from the root includes the zone (`secure`), ends above it (`insecure`) or
   * breaks at it (`bogus`).
   */
  readonly dnssec: 'secure' | 'insecure' | 'bogus'
}

/**
 * Returns the name of the zone that answers for a name: like the `name` of `zoneOf`, but faster. The world matters only if a document says
 * that the zone does not exist.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9' }, Date.now)
 * zoneNameOf(world, 'www.shop.example') // => 'shop.example'
 * zoneNameOf(world, '25.100.51.198.in-addr.arpa') // => '100.51.198.in-addr.arpa'
 * zoneNameOf(world, 'no name') // => undefined
 */
export const zoneNameOf = (world: World, name: string): string | undefined => {
  const asked = name === '.' ? name : (parseQueryName(name) ?? parseName(name))
  return asked === undefined ? undefined : authorityZoneOf(world, asked)
}

/**
 * Returns how a validating resolver judges the zone that answers for a name: like the `dnssec` of `zoneOf`, but faster.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'dnssec-bogus' }, Date.now)
 * zoneStateOf(world, 'www.shop.example') // => 'bogus'
 * zoneStateOf(world, 'no name') // => undefined
 */
export const zoneStateOf = (world: World, name: string): Zone['dnssec'] | undefined => {
  const zone = zoneNameOf(world, name)
  return zone === undefined ? undefined : dnssecStateOf(world, zone)
}

/** Returns the links from the root to the zone that answers for a name in canonical form. */
export const chainTo = (world: World, name: string): readonly ChainLink[] =>
  dnssecOf(world, authorityZoneOf(world, name)).chain

/**
 * Returns the zone that answers for a name, even if the name does not exist: the zone of the SOA record that `soa-record` shows. Returns
 * `undefined` for a text that is not a name.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const zone = zoneOf(world, 'www.shop.example')
 * zone?.name // => 'shop.example'
 * zone?.parent // => 'example'
 * zone?.soa.primary === zone?.nameservers[0]?.host // => true
 * zoneOf(world, 'missing.invalid')?.name // => '.'
 * zoneOf(world, 'no name') // => undefined
 */
export const zoneOf = (world: World, name: string): Zone | undefined => {
  const zone = zoneNameOf(world, name)
  if (zone === undefined) return undefined
  const [soa] = recordsOf(world, zone, 'SOA')
  if (soa === undefined) return undefined
  return {
    name: zone,
    soa,
    changed: authorityOf(world, zone).changed,
    // Getters, because most callers need only some of the data.
    get parent() {
      const above = dnssecOf(world, zone).chain.at(-2)?.zone
      return above === undefined ? null : above.slice(0, -1) || '.'
    },
    get nameservers() {
      const ttl = nameserverTtlOf(world, zone)
      return nameserversOf(world, zone).map((host) => ({ host, addresses: addressesOf(world, host), ttl }))
    },
    get dnssec() {
      return dnssecStateOf(world, zone)
    },
  }
}

/**
 * Returns whether a serial number of a zone is higher than another (RFC 1982, section 3.2).
 *
 * @example
 * isNewerSerial(2026112901, 2026112900) // => true
 * isNewerSerial(0, 4294967295) // => true
 */
export const isNewerSerial = (serial: number, than: number): boolean => {
  const distance = (serial - than) >>> 0
  return distance > 0 && distance < 0x8000_0000
}
