import { hostOf } from '../platform.ts'

const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58

/**
 * Returns an IPv4 address in dotted decimals as a number, -1 for any other text. Rejects leading zeros, which some systems read as octal
 * (RFC 6943, section 3.1.1).
 */
export const numberOfV4 = (text: string): number => {
  let address = 0
  let dots = 0
  // The octet before the next dot; -1 before its first digit.
  let octet = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT && octet >= 0) {
      address = (address << 8) | octet
      octet = -1
      dots++
    } else {
      if (code < ZERO || code > NINE || octet === 0) return -1
      octet = (octet < 0 ? 0 : octet * 10) + code - ZERO
      if (octet > 255) return -1
    }
  }
  return dots === 3 && octet >= 0 ? ((address << 8) | octet) >>> 0 : -1
}

/** Writes the number of an IPv4 address in dotted decimals. */
export const writeV4 = (number: number): string =>
  `${number >>> 24}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`

/** Parses an IPv4 address in dotted decimals. */
export const parseV4 = (text: string): string | undefined => (numberOfV4(text) < 0 ? undefined : text)

/** Parses an IPv6 address and formats it as in RFC 5952. Rejects a zone (`%eth0`), which has no meaning on other machines. */
export const parseV6 = (text: string): string | undefined => {
  if (text.length > 45 || !/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text)) return undefined
  return hostOf(`[${text}]`)?.slice(1, -1)
}

/** Parses an IPv4 or IPv6 address into canonical form. */
export const parseAddress = (text: string): string | undefined => parseV4(text) ?? parseV6(text)

/** Returns whether a host is an IPv6 address: host names and IPv4 addresses have no colon. */
export const isV6 = (host: string): boolean => {
  // A group has at most four digits, so the first colon is among the first five characters.
  for (let at = 0; at < 5 && at < host.length; at++) if (host.charCodeAt(at) === COLON) return true
  return false
}

/** Formats a host with a port: an IPv6 address gets brackets, which separate its colons from the port's. */
export const withPort = (host: string, port: number): string => `${isV6(host) ? `[${host}]` : host}:${port}`

/** Returns whether a canonical host is an address rather than a name. */
export const isAddress = (host: string): boolean => {
  // A canonical name ends in a letter, so checking the last character avoids parsing nearly all names.
  const last = host.charCodeAt(host.length - 1)
  return isV6(host) || (last >= ZERO && last <= NINE && parseV4(host) !== undefined)
}

/** Returns the eight groups of a canonical IPv6 address as numbers. */
export const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [read(head), read(tail ?? '')]
  return tail === undefined ? left : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const groupsOfAny = (address: string): number[] => {
  if (isV6(address)) return groupsOf(address)
  const number = numberOfV4(address)
  return [number >>> 16, number & 0xffff]
}

/** Returns whether a canonical address is in the network given by the first bits of another one. */
export const inNetwork = (address: string, base: string, bits: number): boolean => {
  if (isV6(address) !== isV6(base)) return false
  const other = groupsOfAny(base)
  return groupsOfAny(address).every((group, index) => {
    const ignored = Math.min(16, Math.max(0, 16 - (bits - index * 16)))
    return group >> ignored === (other[index] ?? 0) >> ignored
  })
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2); returns any other address unchanged. */
export const unmapped = (address: string): string => {
  if (!isV6(address) || !inNetwork(address, '::ffff:0:0', 96)) return address
  const [high = 0, low = 0] = groupsOf(address).slice(6)
  return writeV4(((high << 16) | low) >>> 0)
}
