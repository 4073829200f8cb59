import { groupsOf, isV6, parseV6 } from './addresses.ts'
import { between, type Entity, fraction } from './mapping.ts'

/*
 * Generated addresses come from documentation and benchmarking space only: 192.0.2.0/24, 198.51.100.0/24,
 * 203.0.113.0/24 (RFC 5737), 198.18.0.0/15 (RFC 2544) and 2001:db8::/32 (RFC 3849), so that a made-up
 * "BLACKLISTED" never names a third party.
 */

// 198.51.100.0, 203.0.113.0 and 198.18.0.0.
const TEST_NET_2 = 0xc633_6400
const TEST_NET_3 = 0xcb00_7100
const BENCHMARK = 0xc612_0000

/**
 * One /24 of the address space that generated hosts live in, as the number of its first address. Two subnets of
 * different `quarter`s (0 to 3) of that space are never the same.
 */
export const subnetOf = (of: Entity, field: string, quarter?: number): number => {
  const draw = fraction(of, field) * 5
  const part = quarter ?? Math.floor(draw)
  if (part === 0) return TEST_NET_2
  if (part === 1) return TEST_NET_3
  return BENCHMARK + (part % 2) * 0x1_0000 + Math.floor((draw - Math.floor(draw)) * 256) * 0x100
}

/** The numbers of hosts in a /24; 0 to 9 are left to routers, 250 to 255 to broadcast and spare. */
export const FIRST_HOST = 10
export const LAST_HOST = 249

/** The number of a host in its /24. */
export const hostNumber = (of: Entity, field: string): number => between(of, field, FIRST_HOST, LAST_HOST)

/** A host address in 2001:db8::/32, inside the site's own /48. */
export const addressV6 = (site: Entity, host: Entity): string => {
  const group = (of: Entity, field: string) => between(of, field, 1, 0xffff).toString(16)
  return `2001:db8:${group(site, 'v6-site')}::${group(host, 'v6-host')}`
}

/** Tells where in an IPv4 address the number of the host in its /24 begins, at the dot: 10 in `198.51.100.25`. */
const hostPartOf = (address: string): number => {
  let at = address.length - 1
  while (at > 0 && address.charCodeAt(at) !== 46) at--
  return at
}

/** Gives the /24 of an IPv4 or the /48 of an IPv6 address in CIDR notation. */
export const prefixOf = (address: string): string => {
  if (!isV6(address)) return `${address.slice(0, hostPartOf(address))}.0/24`
  const groups = groupsOf(address)
  const network = `${[0, 1, 2].map((index) => (groups[index] ?? 0).toString(16)).join(':')}::`
  return `${parseV6(network) ?? network}/48`
}
