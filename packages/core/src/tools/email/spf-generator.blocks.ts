import { groupsOf, isV6, numberOfV4 } from '../../foundation/addresses.ts'
import { type SpecialBlock, specialBlockOf } from '../../foundation/special-addresses.ts'
import { networkOf, type Sender } from './spf-generator.input.ts'

/** The addresses that a record's blocks permit. */
export interface BlockReport {
  /** Whether the blocks cover half or more of the IPv4 or IPv6 internet, which amounts to `+all`. */
  readonly everyone: boolean
  /** Blocks so large that they include unrelated hosts. */
  readonly wide: readonly string[]
  /** Blocks from which no receiver sees a connection, each with its special-purpose block and source. */
  readonly special: readonly { readonly value: string; readonly block: string; readonly source: string }[]
}

/** A block as an interval of its address space, which is [0, 1); exact up to 52 bits. */
interface Stretch {
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

const stretchOf = (address: string, bits: number): Stretch => {
  const from = isV6(address)
    ? groupsOf(address).reduceRight((sum, group) => (sum + group) / 0x1_0000, 0)
    : numberOfV4(address) / 0x1_0000_0000
  return { from, to: from + sizeOf(bits) }
}

/** Returns the special-purpose block that contains all addresses of a block. */
const specialOf = (address: string, bits: number): SpecialBlock | undefined => {
  const block = specialBlockOf(address)
  return block === undefined || bits < Number(block.block.split('/')[1]) ? undefined : block
}

/** Returns the share of [start, end) that intervals cover together, even if they overlap. */
const shareOf = (stretches: readonly Stretch[], start: number, end: number): number => {
  let held = 0
  let reached = start
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    held += Math.max(0, Math.min(to, end) - Math.max(from, reached))
    reached = Math.max(reached, Math.min(to, end))
  }
  return held / (end - start)
}

// 2000::/3 is the whole global unicast space of IPv6 so far (RFC 4291, section 2.4).
const GLOBAL_V6 = { start: 1 / 8, end: 1 / 4 }

const holdHalf = (senders: readonly Sender[]): boolean => {
  const stretchesOf = (wanted: Sender['kind']): Stretch[] =>
    senders.flatMap(({ kind, value }) =>
      kind === wanted ? [stretchOf(value.split('/', 1)[0] ?? value, bitsOf(value, value.indexOf('/')))] : [],
    )
  return shareOf(stretchesOf('ip4'), 0, 1) >= 0.5 || shareOf(stretchesOf('ip6'), GLOBAL_V6.start, GLOBAL_V6.end) >= 0.5
}

// Returns whether a block has more than 65,536 IPv4 addresses, or more IPv6 addresses than one provider has.
const isWide = (address: string, bits: number): boolean => bits < (isV6(address) ? 32 : 16)

/** Returns the addresses that the blocks in a list of senders permit. */
export const examineBlocks = (senders: readonly Sender[]): BlockReport => {
  const special: BlockReport['special'][number][] = []
  const wide: string[] = []
  for (const { kind, value } of senders) {
    if (kind !== 'ip4' && kind !== 'ip6') continue
    const slash = value.indexOf('/')
    const [address, bits] = [slash < 0 ? value : value.slice(0, slash), bitsOf(value, slash)]
    const block = specialOf(address, bits)
    if (block !== undefined) special.push({ value, block: block.block, source: block.source })
    else if (isWide(address, bits)) wide.push(value)
  }
  // Without a wide block, the blocks of one record can't cover half the internet.
  return { everyone: wide.length > 0 && holdHalf(senders), wide, special }
}

/** Returns whether one block contains another, or an address. */
export const holds = (outer: string, inner: string): boolean => {
  const slash = outer.indexOf('/')
  if (slash < 0) return outer === inner
  const [address = ''] = inner.split('/', 1)
  const bits = bitsOf(outer, slash)
  if (isV6(outer) !== isV6(address) || bits > bitsOf(inner, inner.indexOf('/'))) return false
  return networkOf(address, bits) === outer.slice(0, slash)
}
