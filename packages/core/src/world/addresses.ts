import { hostOf } from '../platform.ts'
import { between, type Entity, fraction } from './mapping.ts'

/*
 * Generated addresses come from documentation and benchmarking space only: 192.0.2.0/24, 198.51.100.0/24,
 * 203.0.113.0/24 (RFC 5737), 198.18.0.0/15 (RFC 2544) and 2001:db8::/32 (RFC 3849), so that a made-up
 * "BLACKLISTED" never names a third party.
 */

const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

/**
 * Reads an IPv4 address in dotted decimals. Leading zeros are refused: some systems read them as octal
 * (RFC 6943, section 3.1.1).
 */
export const parseV4 = (text: string): string | undefined => {
  const parts = V4.exec(text)
  if (parts === null) return undefined
  return parts.slice(1).every((part) => Number(part) <= 255) ? text : undefined
}

/** Reads an IPv6 address and writes it as RFC 5952 says. A zone (`%eth0`) is refused: it means nothing elsewhere. */
export const parseV6 = (text: string): string | undefined => {
  if (text.length > 45 || !/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text)) return undefined
  return hostOf(`[${text}]`)?.slice(1, -1)
}

/** Reads an IPv4 or IPv6 address, in canonical form. */
export const parseAddress = (text: string): string | undefined => parseV4(text) ?? parseV6(text)

/** Tells an IPv6 address from a host name or an IPv4 address: no other has a colon. */
export const isV6 = (host: string): boolean => host.includes(':')

/** Tells whether a canonical host is an address rather than a name. */
export const isAddress = (host: string): boolean => {
  // A canonical name ends in a letter; looking at the last character spares nearly all of them the reading.
  const last = host.charCodeAt(host.length - 1)
  return isV6(host) || (last >= 48 && last <= 57 && parseV4(host) !== undefined)
}

/** The eight groups of a canonical IPv6 address as numbers. */
export const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [read(head), read(tail ?? '')]
  return tail === undefined ? left : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/**
 * One /24 of the address space that generated hosts live in, as its first three numbers: `198.51.100`. Two subnets of
 * different `quarter`s (0 to 3) of that space are never the same.
 */
export const subnetOf = (of: Entity, field: string, quarter?: number): string => {
  const draw = fraction(of, field)
  const part = quarter ?? Math.floor(draw * 5)
  if (part === 0) return '198.51.100'
  if (part === 1) return '203.0.113'
  const index = Math.floor(((draw * 5) % 1) * 256)
  return `198.${part % 2 === 0 ? 18 : 19}.${index}`
}

/** A host address in a /24; 0 to 9 are left to routers, 250 to 255 to broadcast and spare. */
export const addressIn = (subnet: string, of: Entity, field: string): string =>
  `${subnet}.${between(of, field, 10, 249)}`

/** A host address in 2001:db8::/32, inside the site's own /48. */
export const addressV6 = (site: Entity, host: Entity): string => {
  const group = (of: Entity, field: string) => between(of, field, 1, 0xffff).toString(16)
  return `2001:db8:${group(site, 'v6-site')}::${group(host, 'v6-host')}`
}

/** Gives the /24 of an IPv4 or the /48 of an IPv6 address in CIDR notation. */
export const prefixOf = (address: string): string => {
  if (!isV6(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const groups = groupsOf(address)
  const network = `${[0, 1, 2].map((index) => (groups[index] ?? 0).toString(16)).join(':')}::`
  return `${parseV6(network) ?? network}/48`
}
