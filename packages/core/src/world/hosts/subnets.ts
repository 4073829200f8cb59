import { between, type Entity, fraction } from '../../foundation/mapping.ts'
import { zoneStart } from '../../foundation/names.ts'
import { MAIL_HOSTS } from '../names/companies.ts'
import { companyLabels } from './organizations.ts'
import { groupsOf, isV6, parseV6 } from '../../foundation/addresses.ts'
import { zoneOverridesAt } from '../overrides-at.ts'
import type { World } from '../world.ts'

/*
 * The address plan. Generated addresses, except root servers', come from documentation and benchmarking space only (`addressPlan`), so that a simulated
 * "BLACKLISTED" never refers to a third party.
 *
 * Hosts are in 198.51.100.0/24, 203.0.113.0/24, 198.18.0.0/16 and 2001:db8:0::/48 to 2001:db8:fdff::/48. In each such network the numbers
 * identify the host, so an address determines its name:
 *
 *     1 to 9      edge routers of the network
 *     10 to 15    machines that are gone: the first addresses of hosts whose first address is silent
 *     16 to 99    mail servers with derivable names
 *     100 to 127  all other mail servers, which many domains share
 *     128 to 249  all other hosts; in IPv6 128 to 65535
 *     250 to 253  hosts of registries, and nameservers of suffixes (`companies.ts`); in IPv6 10 to 13. No other host has such an address.
 *
 * Routers of carriers and of the access line are in 198.19.0.0/16 and 2001:db8:fe00::/40 (`networks.ts`), and a resolver of each carrier
 * has the number 53. Root servers have their real addresses (`root-servers.ts`).
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

/** The address ranges of every simulated internet. Each generated address is in one of them, except the addresses of `rootServers`. */
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

// 192.0.2.0, 198.51.100.0, 203.0.113.0, 198.18.0.0 and 198.19.0.0.
const TEST_NET_1 = 0xc000_0200
const TEST_NET_2 = 0xc633_6400
const TEST_NET_3 = 0xcb00_7100
const HOSTS = 0xc612_0000
const CARRIERS = 0xc613_0000

/** The last number of an edge router in the network of a host. */
export const LAST_EDGE = 9
const [FIRST_GONE, LAST_GONE] = [LAST_EDGE + 1, 15]

/** Returns the number of a machine that is gone, whose address a host still has. */
export const goneNumber = (name: Entity): number => between(name, 'gone', FIRST_GONE, LAST_GONE)

/** Returns whether an IPv4 address, as a number, belongs to a machine that is gone. */
export const isGone = (v4: number): boolean => (v4 & 0xff) >= FIRST_GONE && (v4 & 0xff) <= LAST_GONE

/** The first number of a mail server with a derivable name. */
const FIRST_KNOWN_SERVER = 16
/** The first number of a mail server that many domains share. */
export const FIRST_SHARED_SERVER = 100
/** The first and the last number of other hosts in a /24. */
export const FIRST_HOST = 128
export const LAST_HOST = 249
/** The number of a registry's hosts in their /24; the nameservers of suffixes follow. */
export const FIRST_UPPER_SERVER = 250
const LAST_UPPER_SERVER = 253
const FIRST_UPPER_SERVER_V6 = 10

/** Returns the number in a /48 of a server with a number in a /24. */
export const serverNumberV6 = (server: number): number =>
  server < FIRST_UPPER_SERVER ? server : server - FIRST_UPPER_SERVER + FIRST_UPPER_SERVER_V6

/** The number of a resolver in the network of a carrier. */
export const RESOLVER = 53

const INFRASTRUCTURE_V6 = /^2001:db8:[\da-f]{1,4}::[a-d]$/

/** Returns whether an address of the address plan belongs to a registry, a nameserver of suffixes or a public resolver. */
export const isPlannedInfrastructure = (v4: number, v6: string | undefined): boolean => {
  if (v6 !== undefined) return INFRASTRUCTURE_V6.test(v6)
  const network = (v4 & ~0xff) >>> 0
  const number = v4 & 0xff
  // The networks of carriers, and the network of the resolver that the tools use.
  if (network >>> 16 === CARRIERS >>> 16 || network === TEST_NET_1) return number === RESOLVER
  const isOfHosts = network >>> 16 === HOSTS >>> 16 || network === TEST_NET_2 || network === TEST_NET_3
  return isOfHosts && number >= FIRST_UPPER_SERVER && number <= LAST_UPPER_SERVER
}

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

/** Returns the /24 of a registry's host. */
export const subnetOfRegistry = (name: Entity): number => HOSTS + ((fraction(name, 'registry') * 256) | 0) * 0x100

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

// The domains whose mail servers have their own numbers, so that an address determines the name of its server. All other mail servers share
// machines that have their own names, because an address can't encode every name that resolves to it.
const KNOWN_DOMAINS: readonly string[] = [
  ...MAIL_HOSTS,
  ...companyLabels.map((label) => `${label}.example`),
  'mail.example',
  'shop.example',
  'inbox.example',
  'office.example',
]
const PLACES = new Map(KNOWN_DOMAINS.map((domain, index) => [domain, index]))
const SERVERS_EACH = 3
// The number of groups of shared machines: three machines each, for first, second and third mail servers.
const SHARED_TRIPLES = Math.floor((FIRST_HOST - FIRST_SHARED_SERVER) / SERVERS_EACH)

/** A mail server with a derivable name: `mx{number}` of a domain. */
export interface KnownServer {
  readonly domain: string
  readonly number: number
}

/** Returns the server with a reserved number in a network, undefined if the number is not reserved. */
export const knownServerAt = (number: number): KnownServer | undefined => {
  const index = number - FIRST_KNOWN_SERVER
  const domain = KNOWN_DOMAINS[Math.floor(index / SERVERS_EACH)]
  return domain === undefined ? undefined : { domain, number: (index % SERVERS_EACH) + 1 }
}

/** Returns the number that a domain's mail server `mx{number}` has in its network; `zone` is the server's zone. */
export const exchangeNumber = (domain: string, number: number, zone: Entity): number => {
  const place = number <= SERVERS_EACH ? PLACES.get(domain) : undefined
  if (place !== undefined) return FIRST_KNOWN_SERVER + place * SERVERS_EACH + number - 1
  const triple = between(zone, 'mail-server', 0, SHARED_TRIPLES - 1)
  return sharedNumber(triple, number <= SERVERS_EACH ? number - 1 : 1 + (number % 2))
}

const sharedNumber = (triple: number, rank: number): number => FIRST_SHARED_SERVER + triple * SERVERS_EACH + rank

/** Returns whether the shared mail server with a number in its network is the first mail server of all its domains. */
export const isFirstShared = (number: number): boolean => (number - FIRST_SHARED_SERVER) % SERVERS_EACH === 0

const SERVER = /^(?:mail|smtp|mta|out|relay)\d?\./

const isExchange = (host: string): boolean => {
  const digit = host.charCodeAt(2)
  return digit > 48 && digit <= 57 && host.charCodeAt(3) === 46 && host.startsWith('mx')
}

/** Returns the number of a host in its network if its name belongs to a mail server, -1 for any other name. */
export const serverNumber = (host: string, name: Entity, zone: Entity): number => {
  if (isExchange(host)) return exchangeNumber(host.slice(4), Number(host.charAt(2)), zone)
  if (zoneStart(host) <= 0 || !SERVER.test(host)) return -1
  const draw = between(name, 'mail-server', 0, 2 * SHARED_TRIPLES - 1)
  return sharedNumber(draw >> 1, 1 + (draw & 1))
}
