import { isV6, parseAddress, parseV4 } from '../foundation/addresses.ts'

/** In place of an address under a wildcard: the address that the name contains. */
export const FROM_NAME = 'from-name'
/** In place of an address or of a text: the address of the client. */
export const CLIENT = 'client'

/** Returns whether a word stands for an address. */
export const isAddressWord = (text: string): boolean => text === FROM_NAME || text === CLIENT

/**
 * The addresses of the machine on which programs run, and on which `netbox serve` finds your own servers. There is one of each family, because
 * the C library leaves families without an address out of its results (AI_ADDRCONFIG).
 */
export const OWN_ADDRESSES = ['192.0.2.2', '2001:db8:ffff::2'] as const

// Four numbers with dots or dashes between them, or eight hexadecimal digits; the last of them counts. The lookahead finds those that overlap.
const V4 = /(?<![\da-z])(?=((?:\d{1,3}\.){3}\d{1,3}|(?:\d{1,3}-){3}\d{1,3}|[\da-f]{8})(?![\da-z]))/g
// The groups of an IPv6 address with dashes between them, as in `--1` and `2001-db8--7`.
const V6 = /^(?:[\da-f]{0,4}-){2,7}[\da-f]{0,4}$/

const v4In = (name: string): string | undefined => {
  const found = [...name.matchAll(V4)].flatMap(([, text = '']) => {
    const octets =
      text.length === 8 && !/[.-]/.test(text)
        ? (text.match(/../g) ?? []).map((digits) => Number(`0x${digits}`))
        : text.split(/[.-]/)
    return parseV4(octets.join('.')) ?? []
  })
  return found.at(-1)
}

const v6In = (name: string): string | undefined => {
  const found = name.split('.').flatMap((label) => {
    const address = V6.test(label) ? parseAddress(label.replaceAll('-', ':')) : undefined
    return address !== undefined && isV6(address) ? [address] : []
  })
  return found.at(-1)
}

/** Returns the last address in a name, as the wildcard services of local development read it; undefined if there is none. */
export const addressInName = (name: string, family: 'A' | 'AAAA'): string | undefined =>
  family === 'A' ? v4In(name) : v6In(name)
