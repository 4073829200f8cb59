import { groupsOf, isV6, numberOfV4 } from '../../world/addresses.ts'
import { networkOf, type Sender } from './spf-generator.input.ts'

/** What the address blocks of a record permit. */
export interface BlockReport {
  /** Whether they hold half of the IPv4 or of the IPv6 internet, or more: that is `+all` in other words. */
  readonly everyone: boolean
  /** Blocks with room for strangers. */
  readonly wide: readonly string[]
  /** Blocks whose addresses send to nobody on the internet, with what they are for. */
  readonly special: readonly { readonly value: string; readonly purpose: string }[]
}

/** A block as a stretch of its address space, which is [0, 1); exact up to 52 bits. */
interface Stretch {
  readonly v6: boolean
  readonly bits: number
  readonly from: number
  readonly to: number
}

const sizeOf = (bits: number): number => {
  let size = 1
  for (let index = 0; index < bits; index++) size /= 2
  return size
}

const bitsOf = (value: string, slash: number): number => {
  if (slash >= 0) return Number(value.slice(slash + 1))
  return isV6(value) ? 128 : 32
}

const stretchOf = (value: string): Stretch => {
  const slash = value.indexOf('/')
  const address = slash < 0 ? value : value.slice(0, slash)
  const bits = bitsOf(value, slash)
  const v6 = isV6(address)
  const from = v6
    ? groupsOf(address).reduceRight((sum, group) => (sum + group) / 0x1_0000, 0)
    : numberOfV4(address) / 0x1_0000_0000
  return { v6, bits, from, to: from + sizeOf(bits) }
}

const special = (block: string, purpose: string) => ({ ...stretchOf(block), purpose })

// Addresses that no receiver sees a connection from (RFC 6890). Those for documentation and benchmarks are not among them:
// they are the public addresses of the simulated internet.
const SPECIAL = /* @__PURE__ */ [
  special('0.0.0.0/8', 'this network (RFC 791)'),
  special('10.0.0.0/8', 'private (RFC 1918)'),
  special('100.64.0.0/10', 'shared by carriers (RFC 6598)'),
  special('127.0.0.0/8', 'loopback (RFC 1122)'),
  special('169.254.0.0/16', 'link-local (RFC 3927)'),
  special('172.16.0.0/12', 'private (RFC 1918)'),
  special('192.0.0.0/24', 'for protocols (RFC 6890)'),
  special('192.168.0.0/16', 'private (RFC 1918)'),
  special('224.0.0.0/4', 'multicast (RFC 5771)'),
  special('240.0.0.0/4', 'reserved (RFC 1112)'),
  special('::/127', 'unspecified or loopback (RFC 4291)'),
  special('fc00::/7', 'local (RFC 4193)'),
  special('fe80::/10', 'link-local (RFC 4291)'),
  special('ff00::/8', 'multicast (RFC 4291)'),
]

const purposeOf = ({ v6, from, to }: Stretch): string | undefined => {
  for (const one of SPECIAL) if (one.v6 === v6 && one.from <= from && to <= one.to) return one.purpose
  return undefined
}

/** Gives the share of [start, end) that stretches hold together, however they overlap. */
const shareOf = (stretches: readonly Stretch[], start: number, end: number): number => {
  let held = 0
  let reached = start
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    held += Math.max(0, Math.min(to, end) - Math.max(from, reached))
    reached = Math.max(reached, Math.min(to, end))
  }
  return held / (end - start)
}

// 2000::/3 is all global unicast space of IPv6 so far (RFC 4291, section 2.4).
const GLOBAL_V6 = { start: 1 / 8, end: 1 / 4 }

const holdHalf = (stretches: readonly Stretch[]): boolean =>
  shareOf(
    stretches.filter(({ v6 }) => !v6),
    0,
    1,
  ) >= 0.5 ||
  shareOf(
    stretches.filter(({ v6 }) => v6),
    GLOBAL_V6.start,
    GLOBAL_V6.end,
  ) >= 0.5

// More than 65,536 IPv4 addresses, or more than one IPv6 provider holds.
const isWide = ({ v6, bits }: Stretch): boolean => bits < (v6 ? 32 : 16)

/** Tells what the address blocks among some senders permit. */
export const examineBlocks = (senders: readonly Sender[]): BlockReport => {
  const useless: BlockReport['special'][number][] = []
  const wide: string[] = []
  const stretches: Stretch[] = []
  for (const { kind, value } of senders) {
    if (kind !== 'ip4' && kind !== 'ip6') continue
    const stretch = stretchOf(value)
    const purpose = purposeOf(stretch)
    if (purpose !== undefined) useless.push({ value, purpose })
    else if (isWide(stretch)) wide.push(value)
    stretches.push(stretch)
  }
  // Without a wide one, as many blocks as a record holds do not come to half of the internet.
  return { everyone: wide.length > 0 && holdHalf(stretches), wide, special: useless }
}

/** Tells whether one block holds another, or an address. */
export const holds = (outer: string, inner: string): boolean => {
  const slash = outer.indexOf('/')
  if (slash < 0) return outer === inner
  const [address = ''] = inner.split('/', 1)
  const bits = bitsOf(outer, slash)
  if (isV6(outer) !== isV6(address) || bits > bitsOf(inner, inner.indexOf('/'))) return false
  return networkOf(address, bits) === outer.slice(0, slash)
}
