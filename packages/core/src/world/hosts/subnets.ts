import { groupsOf, isV6, parseV6 } from '../../foundation/addresses.ts'
import { between, type Entity, fraction } from '../../foundation/mapping.ts'
import { type World, zoneOverridesAt } from '../world.ts'

/*
 * The address plan. Generated addresses come from documentation and benchmarking space only (`addressPlan`), so that a simulated
 * "BLACKLISTED" never refers to a third party.
 *
 * Hosts are in 198.51.100.0/24, 203.0.113.0/24, 198.18.0.0/16 and 2001:db8:0::/48 to 2001:db8:fdff::/48. In each such network the numbers
 * identify the host, so an address determines its name:
 *
 *     1 to 9      edge routers of the network
 *     16 to 99    mail servers with derivable names (`mail-servers.ts`)
 *     100 to 127  all other mail servers, which many domains share
 *     128 to 249  all other hosts; in IPv6 128 to 65535
 *     250 to 253  nameservers of the root and of suffixes (`companies.ts`): no zone below has a nameserver at the same address
 *
 * Routers of carriers and of the access line are in 198.19.0.0/16 and 2001:db8:fe00::/40 (`networks.ts`).
 */

/** An address range of every simulated internet. */
export interface AddressRange {
  /** CIDR notation. */
  readonly prefix: string
  /** The RFC that reserves the range, so that it has no owner on the real internet. */
  readonly source: string
  /** Whether worlds use the range for hosts or routers. Programs that serve a world may use the other ranges. */
  readonly used: boolean
}

/** The address ranges of every simulated internet. Each generated address is in one of them. */
export const addressPlan: readonly AddressRange[] = [
  { prefix: '192.0.2.0/24', source: 'RFC 5737', used: false },
  { prefix: '198.18.0.0/15', source: 'RFC 2544', used: true },
  { prefix: '198.51.100.0/24', source: 'RFC 5737', used: true },
  { prefix: '203.0.113.0/24', source: 'RFC 5737', used: true },
  { prefix: '2001:db8::/32', source: 'RFC 3849', used: true },
]

const PLANNED = /^(?:192\.0\.2\.|198\.1[89]\.|198\.51\.100\.|203\.0\.113\.|2001:db8:)/

/** Returns whether an address in canonical form is in one of the ranges of `addressPlan`. */
export const isPlanned = (address: string): boolean => PLANNED.test(address)

// 198.51.100.0, 203.0.113.0 and 198.18.0.0.
const TEST_NET_2 = 0xc633_6400
const TEST_NET_3 = 0xcb00_7100
const HOSTS = 0xc612_0000

/** The last number of an edge router in the network of a host. */
export const LAST_EDGE = 9
/** The first number of a mail server with a derivable name. */
export const FIRST_KNOWN_SERVER = 16
/** The first number of a mail server that many domains share. */
export const FIRST_SHARED_SERVER = 100
/** The first and the last number of other hosts in a /24. */
export const FIRST_HOST = 128
export const LAST_HOST = 249
/** The number of the root's nameservers in their /24; those of suffixes follow. */
export const FIRST_UPPER_SERVER = 250

/** Returns the number of a host in its /24, if the host is not a mail server. */
export const hostNumber = (of: Entity, field: string): number => between(of, field, FIRST_HOST, LAST_HOST)

/** Draws one of the /24 networks for hosts, as the number of its first address. */
export const subnetOf = (of: Entity, field: string): number => {
  const draw = fraction(of, field) * 5
  if (draw < 1) return TEST_NET_2
  if (draw < 2) return TEST_NET_3
  return HOSTS + (((draw - Math.floor(draw)) * 256) | 0) * 0x100
}

// Two networks of different quarters (0 to 3) are never the same.
const subnetInQuarter = (of: Entity, field: string, quarter: number): number =>
  HOSTS + quarter * 0x4000 + ((fraction(of, field) * 64) | 0) * 0x100

/** Returns the first /24 of a zone. */
export const mainSubnet = (zone: Entity): number => subnetOf(zone, 'main')

/** Returns the second /24 of a zone. */
export const secondSubnet = (zone: Entity): number => subnetOf(zone, 'second')

const OWN_SUBNETS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * Returns the /24 of a numbered server (mx1, mx2, ns1) by its name. Numbered servers alternate between the two networks of their zone; in
 * well-configured worlds, each of the first four has its own network.
 */
export const subnetOfServer = (world: World, host: string, zone: Entity, number: number): number => {
  if (zoneOverridesAt(world, host).upkeep === 'good')
    return subnetInQuarter(zone, OWN_SUBNETS[number] ?? '', number % 4)
  return number % 2 === 1 ? mainSubnet(zone) : secondSubnet(zone)
}

const LAST_SITE = 0xfdff

/** Returns the third group of the IPv6 addresses in a zone. It identifies the zone's /48. */
export const siteOfZone = (zone: Entity): number => between(zone, 'v6-site', 1, LAST_SITE)

/** Returns the number of a host in its /48, if the host is not a mail server. */
export const hostNumberV6 = (of: Entity): number => between(of, 'v6-host', FIRST_HOST, 0xffff)

/** Returns the index of the dot before the host's number in an IPv4 address: 10 in `198.51.100.25`. */
const hostPartOf = (address: string): number => {
  let at = address.length - 1
  while (at > 0 && address.charCodeAt(at) !== 46) at--
  return at
}

/** Returns the /24 of an IPv4 or the /48 of an IPv6 address in CIDR notation. */
export const prefixOf = (address: string): string => {
  if (!isV6(address)) return `${address.slice(0, hostPartOf(address))}.0/24`
  const groups = groupsOf(address)
  const network = `${[0, 1, 2].map((index) => (groups[index] ?? 0).toString(16)).join(':')}::`
  return `${parseV6(network) ?? network}/48`
}
