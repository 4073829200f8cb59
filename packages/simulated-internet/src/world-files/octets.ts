import { decodeText } from '@netbox/core'

/* Octets of records, without Node's Buffer: browsers read zone files too. */

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** Decodes UTF-8. Octets that are not UTF-8 become replacement characters. */
export const utf8Of = (octets: Uint8Array): string => utf8.decode(octets)

/** Decodes UTF-8; undefined for other octets. */
export const strictUtf8Of = (octets: Uint8Array): string | undefined => {
  try {
    return strictUtf8.decode(octets)
  } catch {
    return undefined
  }
}

/** Converts octets to text with one character for each octet. */
export const latin1Of = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => String.fromCharCode(octet)).join('')

/** Encodes a text in UTF-8. */
export const octetsOfText = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Joins octets. */
export const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const octets = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    octets.set(part, at)
    at += part.length
  }
  return octets
}

/** Writes octets as hexadecimal digits. */
export const hexOf = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')

/** Reads octets from hexadecimal digits, or from Base64. */
export const decode = (text: string, encoding: 'hex' | 'base64'): Uint8Array =>
  encoding === 'hex'
    ? Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    : Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

/** Writes octets as Base64. */
export const base64Of = (octets: Uint8Array): string => btoa(latin1Of(octets))

/** Reads a number in network byte order. */
export const numberIn = (octets: Uint8Array): number => octets.reduce((sum, octet) => sum * 256 + octet, 0)

/** Writes a number in network byte order. */
export const octetsOfNumber = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256)

/** Writes a list of record types, as NSEC records have it (RFC 4034, section 4.1.2). */
export const typeBitmap = (types: readonly number[]): Uint8Array => {
  const windows = new Map<number, Set<number>>()
  for (const type of types) {
    const bits = windows.get(type >> 8) ?? new Set()
    windows.set(type >> 8, bits.add(type & 255))
  }
  return join(
    [...windows]
      .toSorted(([one], [other]) => one - other)
      .map(([window, bits]) => {
        const map = new Uint8Array((Math.max(...bits) >> 3) + 1)
        for (const bit of bits) map[bit >> 3] = (map[bit >> 3] ?? 0) | (128 >> (bit & 7))
        return join([Uint8Array.of(window, map.length), map])
      }),
  )
}

/** Converts a text to octets, with the escapes of zone files resolved (RFC 1035, section 5.1). */
export const octetsOf = (text: string): Uint8Array =>
  join(
    Array.from(text.matchAll(/\\(\d{3})|\\?(.)/gsu), ([, octet, sign = '']) =>
      octet === undefined ? octetsOfText(sign) : Uint8Array.of(Number(octet)),
    ),
  )

/** Writes an address from its octets. An IPv6 address has all eight groups. */
export const addressOfOctets = (octets: Uint8Array): string =>
  octets.length === 4
    ? octets.join('.')
    : Array.from({ length: 8 }, (_, index) => numberIn(octets.subarray(index * 2, index * 2 + 2)).toString(16)).join(
        ':',
      )

const octetsOfV4 = (text: string): Uint8Array | undefined => {
  const parts = text.split('.')
  const octets = new Uint8Array(4)
  for (let at = 0; at < parts.length; at++) octets[at] = Number(parts[at])
  // Refuses leading zeros, which some systems read as octal (RFC 6943, section 3.1.1).
  return octets.join('.') === text ? octets : undefined
}

const octetsOfV6 = (text: string): Uint8Array | undefined => {
  // The last two groups may be an IPv4 address.
  const colon = text.lastIndexOf(':') + 1
  const four = text.includes('.') ? octetsOfV4(text.slice(colon)) : undefined
  const groups =
    four === undefined ? text : `${text.slice(0, colon)}${hexOf(four.subarray(0, 2))}:${hexOf(four.subarray(2))}`
  const halves = groups.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [left = [], right = [], more] = halves
  const isWhole = halves.length === 1 ? left.length === 8 : left.length + right.length < 8
  if (more !== undefined || !isWhole || ![...left, ...right].every((group) => /^[\da-f]{1,4}$/i.test(group)))
    return undefined
  const octets = new Uint8Array(16)
  const write = (group: string, at: number): void => {
    const value = Number.parseInt(group, 16)
    octets[at * 2] = value >> 8
    octets[at * 2 + 1] = value & 255
  }
  for (const [index, group] of left.entries()) write(group, index)
  for (const [index, group] of right.entries()) write(group, 8 - right.length + index)
  return octets
}

/** Returns the octets of an address; undefined for any other text, and for an IPv6 address with a zone. */
export const octetsOfAddress = (
  text: string,
  family: 'A' | 'AAAA' = text.includes(':') ? 'AAAA' : 'A',
): Uint8Array | undefined => (family === 'A' ? octetsOfV4(text) : octetsOfV6(text))

/** Converts a zone file to text. If it is not in UTF-8, or UTF-16 with its mark, each octet that is not ASCII becomes an escape. */
export const zoneTextOf = (octets: Uint8Array): string => {
  const decoded = decodeText(octets)
  if ('text' in decoded) return decoded.text
  return latin1Of(octets).replaceAll(/[\u0080-\u00ff]/g, (sign) => `\\${sign.charCodeAt(0)}`)
}
