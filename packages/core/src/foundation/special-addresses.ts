import { groupsOf, isV6, numberOfV4 } from './addresses.ts'

/** A special-purpose block of addresses: it has no holder, no location and no route. */
export interface SpecialBlock {
  /** CIDR notation. */
  readonly block: string
  /** The description of the block's addresses in a sentence: `10.0.0.1 is a private address`. */
  readonly name: string
  /** The RFC that defines the block. */
  readonly source: string
  /** Whether resolvers answer for the block's reverse zone themselves, from an empty zone (RFC 6303, RFC 7793). */
  readonly emptyZone: boolean
}

interface Row extends SpecialBlock {
  readonly bits: number
  /** The first address: one number of 32 bits, or eight of 16. */
  readonly first: readonly number[]
}

const row = (block: string, name: string, source: string, emptyZone = false): Row => {
  const [address = '', bits] = block.split('/')
  const first = isV6(address) ? groupsOf(address) : [numberOfV4(address)]
  return { block, name, source, emptyZone, bits: Number(bits), first }
}

/*
 * IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), multicast, and additions of RFC 4291 and RFC 3879. If two blocks
 * contain an address, the first wins. The IPv4 blocks for documentation and benchmarks, and 2001:db8::/32, are missing: they are the public
 * address space of the simulated internet. Anycast services with global routes (AS112, AMT) are missing too.
 */
const v4 = (): Row[] => [
  row('0.0.0.0/8', 'an address of "this network"', 'RFC 791, section 3.2', true),
  row('10.0.0.0/8', 'a private address', 'RFC 1918', true),
  row('100.64.0.0/10', 'an address that carriers share', 'RFC 6598', true),
  row('127.0.0.0/8', 'a loopback address', 'RFC 1122, section 3.2.1.3', true),
  row('169.254.0.0/16', 'a link-local address', 'RFC 3927', true),
  row('172.16.0.0/12', 'a private address', 'RFC 1918', true),
  row('192.0.0.0/24', 'an address for protocols', 'RFC 6890, section 2.1'),
  row('192.88.99.0/24', 'an address of the deprecated 6to4 relays', 'RFC 7526'),
  row('192.168.0.0/16', 'a private address', 'RFC 1918', true),
  row('224.0.0.0/4', 'a multicast address', 'RFC 5771'),
  row('255.255.255.255/32', 'the broadcast address', 'RFC 919, section 7', true),
  row('240.0.0.0/4', 'a reserved address', 'RFC 1112, section 4'),
]

const v6 = (): Row[] => [
  row('::/128', 'the unspecified address', 'RFC 4291, section 2.5.2', true),
  row('::1/128', 'the loopback address', 'RFC 4291, section 2.5.3', true),
  row('::ffff:0:0/96', 'an IPv4-mapped address', 'RFC 4291, section 2.5.5.2'),
  row('::/96', 'a deprecated IPv4-compatible address', 'RFC 4291, section 2.5.5.1'),
  row('64:ff9b::/96', 'a NAT64 address', 'RFC 6052'),
  row('64:ff9b:1::/48', 'a local NAT64 address', 'RFC 8215'),
  row('100::/64', 'a discard-only address', 'RFC 6666'),
  row('100:0:0:1::/64', 'an address of the dummy prefix', 'RFC 9780'),
  row('2001::/32', 'a Teredo address', 'RFC 4380'),
  row('2001:2::/48', 'an address for benchmarks', 'RFC 5180'),
  row('2001:10::/28', 'an address of the deprecated ORCHID range', 'RFC 4843'),
  row('2001:20::/28', 'an ORCHIDv2 identifier', 'RFC 7343'),
  row('2001:30::/28', 'a drone remote identifier', 'RFC 9374'),
  row('2001::/23', 'an address for protocols', 'RFC 2928'),
  row('2002::/16', 'a 6to4 address', 'RFC 3056, RFC 7526'),
  row('3fff::/20', 'a documentation address', 'RFC 9637'),
  row('5f00::/16', 'a segment routing identifier', 'RFC 9602'),
  // The empty zone covers fd00::/8, the half of the block in use.
  row('fc00::/7', 'a unique local address', 'RFC 4193', true),
  row('fe80::/10', 'a link-local address', 'RFC 4291, section 2.5.6', true),
  row('fec0::/10', 'a deprecated site-local address', 'RFC 3879'),
  row('ff00::/8', 'a multicast address', 'RFC 4291, section 2.7'),
]

const tables: { v4: Row[] | undefined; v6: Row[] | undefined } = { v4: undefined, v6: undefined }

const findV4 = (address: number): Row | undefined => {
  for (const candidate of (tables.v4 ??= v4()))
    if (((candidate.first[0] ?? 0) ^ address) >>> (32 - candidate.bits) === 0) return candidate
  return undefined
}

const containsV6 = ({ bits, first }: Row, groups: readonly number[]): boolean => {
  for (let at = 0, left = bits; left > 0; at++, left -= 16) {
    const shift = left < 16 ? 16 - left : 0
    if ((first[at] ?? 0) >>> shift !== (groups[at] ?? 0) >>> shift) return false
  }
  return true
}

const findV6 = (groups: readonly number[]): Row | undefined =>
  (tables.v6 ??= v6()).find((candidate) => containsV6(candidate, groups))

/** Returns the special-purpose block of a canonical address, undefined for an ordinary one. */
export const specialBlockOf = (address: string): SpecialBlock | undefined =>
  isV6(address) ? findV6(groupsOf(address)) : findV4(numberOfV4(address))

// The blocks of a client itself: this network, loopback, link-local, unspecified, IPv4-mapped.
const INWARD: ReadonlySet<string> = new Set([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::/128',
  '::1/128',
  '::ffff:0:0/96',
  'fe80::/10',
])

/**
 * Returns whether an address leads a client to itself or to its own link. Records may contain such an address, but no host has it, so nothing
 * is routed there.
 *
 * @example
 * isInward('127.0.0.1') // => true
 * isInward('10.0.0.1') // => false
 */
export const isInward = (address: string): boolean => INWARD.has(specialBlockOf(address)?.block ?? '')
