import { groupsOf, isV6, numberOfV4 } from '../foundation/addresses.ts'

/** The network that contains an address in canonical form, with the length of its prefix. */
export interface Network {
  readonly address: string
  readonly bits: number
}

/** A network as an interval of its address space, which is [0, 1); exact up to 52 bits. */
interface Stretch {
  readonly from: number
  readonly to: number
}

const sizeOf = (bits: number): number => {
  let size = 1
  for (let index = 0; index < bits; index++) size /= 2
  return size
}

const stretchOf = ({ address, bits }: Network): Stretch => {
  const from = isV6(address)
    ? groupsOf(address).reduceRight((sum, group) => (sum + group) / 0x1_0000, 0)
    : numberOfV4(address) / 0x1_0000_0000
  const size = sizeOf(bits)
  const start = Math.floor(from / size) * size
  return { from: start, to: start + size }
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

/** Returns whether networks cover half or more of the IPv4 or IPv6 internet, which amounts to `+all`. */
export const coverHalf = (networks: readonly Network[]): boolean => {
  const stretchesOf = (isOfV6: boolean): Stretch[] =>
    networks.filter(({ address }) => isV6(address) === isOfV6).map(stretchOf)
  return shareOf(stretchesOf(false), 0, 1) >= 0.5 || shareOf(stretchesOf(true), GLOBAL_V6.start, GLOBAL_V6.end) >= 0.5
}
