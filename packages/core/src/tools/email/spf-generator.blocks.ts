import { isV6 } from '../../foundation/addresses.ts'
import { type SpecialBlock, specialBlockOf } from '../../foundation/special-addresses.ts'
import { coverHalf, type Network } from '../../protocols/spf-networks.ts'
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

const bitsOf = (value: string, slash: number): number => {
  if (slash >= 0) return Number(value.slice(slash + 1))
  return isV6(value) ? 128 : 32
}

/** Returns the special-purpose block that contains all addresses of a block. */
const specialOf = (address: string, bits: number): SpecialBlock | undefined => {
  const block = specialBlockOf(address)
  return block === undefined || bits < Number(block.block.split('/')[1]) ? undefined : block
}

// Returns whether a block has more than 65,536 IPv4 addresses, or more IPv6 addresses than one provider has.
const isWide = (address: string, bits: number): boolean => bits < (isV6(address) ? 32 : 16)

const networksOf = (senders: readonly Sender[]): Network[] =>
  senders.flatMap(({ kind, value }) =>
    kind === 'ip4' || kind === 'ip6'
      ? [{ address: value.split('/', 1)[0] ?? value, bits: bitsOf(value, value.indexOf('/')) }]
      : [],
  )

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
  return { everyone: wide.length > 0 && coverHalf(networksOf(senders)), wide, special }
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
