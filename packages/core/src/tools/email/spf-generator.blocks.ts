import { groupsOf, isV6, numberOfV4 } from '../../world/addresses.ts'
import { networkOf, type Sender } from './spf-generator.input.ts'

/** An address block: its first address and the length of its prefix. */
interface Block {
  readonly address: string
  readonly bits: number
}

const blockOf = (value: string): Block => {
  const [address = '', bits] = value.split('/')
  return { address, bits: bits === undefined ? (isV6(address) ? 128 : 32) : Number(bits) }
}

const isBlock = ({ kind }: Sender): boolean => kind === 'ip4' || kind === 'ip6'

/** Tells whether one block holds another. */
export const holds = (outer: string, inner: string): boolean => {
  const [one, other] = [blockOf(outer), blockOf(inner)]
  return (
    isV6(one.address) === isV6(other.address) &&
    one.bits <= other.bits &&
    networkOf(other.address, one.bits) === one.address
  )
}

// Addresses that no receiver sees a connection from (RFC 6890). Those for documentation and benchmarks are not among them:
// they are the public addresses of the simulated internet.
const SPECIAL = [
  ['0.0.0.0/8', 'this network (RFC 791)'],
  ['10.0.0.0/8', 'private (RFC 1918)'],
  ['100.64.0.0/10', 'shared by carriers (RFC 6598)'],
  ['127.0.0.0/8', 'loopback (RFC 1122)'],
  ['169.254.0.0/16', 'link-local (RFC 3927)'],
  ['172.16.0.0/12', 'private (RFC 1918)'],
  ['192.0.0.0/24', 'for protocols (RFC 6890)'],
  ['192.168.0.0/16', 'private (RFC 1918)'],
  ['224.0.0.0/4', 'multicast (RFC 5771)'],
  ['240.0.0.0/4', 'reserved (RFC 1112)'],
  ['::/127', 'unspecified or loopback (RFC 4291)'],
  ['fc00::/7', 'local (RFC 4193)'],
  ['fe80::/10', 'link-local (RFC 4291)'],
  ['ff00::/8', 'multicast (RFC 4291)'],
] as const

/** Says what a block is for whose addresses send to nobody on the internet; undefined for public addresses. */
export const specialPurposeOf = (sender: Sender): string | undefined =>
  isBlock(sender) ? SPECIAL.find(([block]) => holds(block, sender.value))?.[1] : undefined

/** Gives a block as a stretch of the address space, which is [0, 1). */
const stretchOf = ({ address, bits }: Block): readonly [from: number, to: number] => {
  const from = isV6(address)
    ? groupsOf(address).reduce((sum, group, index) => sum + group / 2 ** (16 * (index + 1)), 0)
    : numberOfV4(address) / 2 ** 32
  return [from, from + 2 ** -bits]
}

/** Gives the share of a part of the address space that blocks hold together, however they overlap. */
const shareOf = (values: readonly string[], [start, end]: readonly [from: number, to: number]): number => {
  const stretches = values.map((value) => stretchOf(blockOf(value))).toSorted((one, other) => one[0] - other[0])
  let held = 0
  let reached = start
  for (const [from, to] of stretches) {
    held += Math.max(0, Math.min(to, end) - Math.max(from, reached))
    reached = Math.max(reached, Math.min(to, end))
  }
  return held / (end - start)
}

const ALL_V4 = [0, 1] as const
// 2000::/3 is all global unicast space of IPv6 so far (RFC 4291, section 2.4).
const GLOBAL_V6 = [1 / 8, 1 / 4] as const

/** Tells whether the blocks of some senders hold half of the IPv4 or of the IPv6 internet or more: that is `+all` in other words. */
export const holdEveryone = (senders: readonly Sender[]): boolean => {
  const valuesOf = (kind: Sender['kind']) => senders.filter((sender) => sender.kind === kind).map(({ value }) => value)
  return shareOf(valuesOf('ip4'), ALL_V4) >= 0.5 || shareOf(valuesOf('ip6'), GLOBAL_V6) >= 0.5
}

/** Tells whether a block has room for strangers: more than 65,536 IPv4 addresses, or more than one IPv6 provider holds. */
export const isWide = (sender: Sender): boolean =>
  isBlock(sender) &&
  specialPurposeOf(sender) === undefined &&
  blockOf(sender.value).bits < (sender.kind === 'ip6' ? 32 : 16)
