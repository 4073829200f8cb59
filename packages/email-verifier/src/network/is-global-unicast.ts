import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { SpecialPurposeBlock } from './special-purpose-blocks.ts'
import { globalUnicastIpv6, specialPurposeIpv4, specialPurposeIpv6 } from './special-purpose-blocks.ts'

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
