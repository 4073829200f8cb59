import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** A block of addresses that can't belong to an external mail server. */
interface SpecialPurposeBlock {
  readonly block: string
  /** The kind of the addresses, as in the sentence `127.0.0.1 is loopback`. */
  readonly name: string
  /** The document that defines the block. */
  readonly source: string
}

/**
 * The IPv4 blocks of the IANA special-purpose registry (RFC 6890), and multicast. Globally reachable anycast blocks are included too:
 * such an address leads to the nearest machine of its kind, perhaps an internal one.
 */
export const specialPurposeIpv4: readonly SpecialPurposeBlock[] = [
  { block: '0.0.0.0/8', name: 'this network', source: 'RFC 791, section 3.2' },
  { block: '10.0.0.0/8', name: 'private', source: 'RFC 1918' },
  { block: '100.64.0.0/10', name: 'shared by carriers', source: 'RFC 6598' },
  { block: '127.0.0.0/8', name: 'loopback', source: 'RFC 1122, section 3.2.1.3' },
  { block: '169.254.0.0/16', name: 'link-local', source: 'RFC 3927' },
  { block: '172.16.0.0/12', name: 'private', source: 'RFC 1918' },
  { block: '192.0.0.0/24', name: 'for protocols', source: 'RFC 6890, section 2.1' },
  { block: '192.0.2.0/24', name: 'for documentation', source: 'RFC 5737' },
  { block: '192.31.196.0/24', name: 'anycast for AS112', source: 'RFC 7535' },
  { block: '192.52.193.0/24', name: 'anycast for AMT', source: 'RFC 7450' },
  { block: '192.88.99.0/24', name: '6to4 anycast', source: 'RFC 7526' },
  { block: '192.168.0.0/16', name: 'private', source: 'RFC 1918' },
  { block: '192.175.48.0/24', name: 'anycast for AS112', source: 'RFC 7534' },
  { block: '198.18.0.0/15', name: 'for benchmarks', source: 'RFC 2544' },
  { block: '198.51.100.0/24', name: 'for documentation', source: 'RFC 5737' },
  { block: '203.0.113.0/24', name: 'for documentation', source: 'RFC 5737' },
  { block: '224.0.0.0/4', name: 'multicast', source: 'RFC 5771' },
  { block: '240.0.0.0/4', name: 'reserved', source: 'RFC 1112, section 4' },
]

/**
 * The IPv6 blocks of the IANA special-purpose registry (RFC 6890), multicast, and addresses with an embedded IPv4 address, which a
 * gateway may extract. The last row is all space that IANA hasn't allocated for global unicast.
 */
export const specialPurposeIpv6: readonly SpecialPurposeBlock[] = [
  { block: '::/128', name: 'unspecified', source: 'RFC 4291, section 2.5.2' },
  { block: '::1/128', name: 'loopback', source: 'RFC 4291, section 2.5.3' },
  { block: '::ffff:0:0/96', name: 'an IPv4 address', source: 'RFC 4291, section 2.5.5.2' },
  { block: '::/96', name: 'an IPv4 address', source: 'RFC 4291, section 2.5.5.1' },
  { block: '64:ff9b::/96', name: 'an IPv4 address behind NAT64', source: 'RFC 6052' },
  { block: '64:ff9b:1::/48', name: 'an IPv4 address behind a local NAT64', source: 'RFC 8215' },
  { block: '100::/64', name: 'discarded', source: 'RFC 6666' },
  { block: '100:0:0:1::/64', name: 'a dummy prefix', source: 'RFC 9780' },
  { block: '2001::/32', name: 'Teredo', source: 'RFC 4380' },
  { block: '2001:2::/48', name: 'for benchmarks', source: 'RFC 5180' },
  { block: '2001::/23', name: 'for protocols', source: 'RFC 2928' },
  { block: '2001:db8::/32', name: 'for documentation', source: 'RFC 3849' },
  { block: '2002::/16', name: '6to4', source: 'RFC 3056' },
  { block: '2620:4f:8000::/48', name: 'anycast for AS112', source: 'RFC 7534' },
  { block: '3fff::/20', name: 'for documentation', source: 'RFC 9637' },
  { block: '5f00::/16', name: 'segment routing', source: 'RFC 9602' },
  { block: 'fc00::/7', name: 'private', source: 'RFC 4193' },
  { block: 'fe80::/10', name: 'link-local', source: 'RFC 4291, section 2.5.6' },
  { block: 'fec0::/10', name: 'site-local', source: 'RFC 3879' },
  { block: 'ff00::/8', name: 'multicast', source: 'RFC 4291, section 2.7' },
]

/** The only block from which IANA allocates global unicast addresses (RFC 4291, section 2.4; IANA IPv6 address space). */
const globalUnicastIpv6 = '2000::/3'

interface Listed {
  readonly name: string
  readonly list: BlockList
}

type Family = 'ipv4' | 'ipv6'

const listOf = (block: string, family: Family): BlockList => {
  const [network = '', prefix] = block.split('/')
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), family)
  return list
}

const listed = (blocks: readonly SpecialPurposeBlock[], family: Family): readonly Listed[] =>
  blocks.map(({ block, name }) => ({ name, list: listOf(block, family) }))

// Created on first use, so that importing the package does no work.
let tables: { ipv4: readonly Listed[]; ipv6: readonly Listed[]; unicast: BlockList } | undefined
const blockTables = () =>
  (tables ??= {
    ipv4: listed(specialPurposeIpv4, 'ipv4'),
    ipv6: listed(specialPurposeIpv6, 'ipv6'),
    unicast: listOf(globalUnicastIpv6, 'ipv6'),
  })

/**
 * Returns why an address is not global unicast: `loopback`, `private`, `link-local`; undefined if it is. Accepts only plain forms (four
 * decimal numbers; RFC 4291, section 2.2, without a zone): forms that only some programs accept (`0177.0.0.1`, `127.1`, `[::1]`) are `not
 * an address`.
 */
export const whyNotGlobalUnicast = (address: string): string | undefined => {
  const { ipv4, ipv6, unicast } = blockTables()
  if (isIPv4(address)) return ipv4.find(({ list }) => list.check(address, 'ipv4'))?.name
  if (!isIPv6(address)) return 'not an address'
  // A zone (RFC 4007) identifies an interface of this machine.
  if (address.includes('%')) return 'an address on one interface'
  const special = ipv6.find(({ list }) => list.check(address, 'ipv6'))
  if (special) return special.name
  return unicast.check(address, 'ipv6') ? undefined : 'not given out'
}

/**
 * Returns whether an address can belong to a mail server on the internet: IPv4 or IPv6 in plain form, outside all blocks of IANA's
 * special-purpose registries (RFC 6890). Refuses every address that embeds an IPv4 address.
 *
 * @example
 * import { isGlobalUnicast } from '@netbox/email-verifier'
 *
 * isGlobalUnicast('198.41.0.4') // => true
 * isGlobalUnicast('::ffff:198.41.0.4') // => false
 */
export const isGlobalUnicast = (address: string): boolean => whyNotGlobalUnicast(address) === undefined
