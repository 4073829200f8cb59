import { type ByKind, type FieldKind, recordTypeOf } from '@netbox/core/dns'
import { nameOf } from '../dns-server/names.ts'
import { addressOfOctets, hexOf, join, latin1Of, numberIn, octetsOfText, strictUtf8Of, utf8Of } from './octets.ts'

/** The data of a record in wire format, and the place up to which it has been read. */
interface Cursor {
  readonly data: Uint8Array
  at: number
}

const take = (cursor: Cursor, length: number): Uint8Array => {
  const octets = cursor.data.subarray(cursor.at, cursor.at + length)
  if (octets.length < length) throw new RangeError('The data is too short.')
  cursor.at += length
  return octets
}
const u8 = (cursor: Cursor): number => numberIn(take(cursor, 1))
const u16 = (cursor: Cursor): number => numberIn(take(cursor, 2))
const u32 = (cursor: Cursor): number => numberIn(take(cursor, 4))

const escaped = (octet: number): string => `\\${String(octet).padStart(3, '0')}`

/** Writes octets as text, with escapes (RFC 1035, section 5.1) for control characters, for octets that are not UTF-8, and as given. */
const textOf = (octets: Uint8Array, special: RegExp): string =>
  strictUtf8Of(octets)
    ?.replaceAll(special, String.raw`\$&`)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (sign) => Array.from(octetsOfText(sign), escaped).join('')) ??
  Array.from(octets, (octet) =>
    octet < 32 || octet > 126 ? escaped(octet) : String.fromCharCode(octet).replace(special, String.raw`\$&`),
  ).join('')

const labels = (cursor: Cursor): Uint8Array[] => {
  const found: Uint8Array[] = []
  for (let length = u8(cursor); length > 0; length = u8(cursor)) found.push(take(cursor, length))
  return found
}

const written = (found: readonly Uint8Array[]): string => nameOf(found.map((label) => latin1Of(label).toLowerCase()))

const name = (cursor: Cursor): string => written(labels(cursor))

/** Converts a name in wire format to text, in lower case and without a dot at its end. */
export const nameText = (octets: Uint8Array): string => name({ data: octets, at: 0 })

/** Converts the mailbox of an SOA record to an email address: its first label is the local part. */
const mailbox = (cursor: Cursor): string => {
  const [local, ...domain] = labels(cursor)
  return `${utf8Of(local ?? new Uint8Array(0))}@${written(domain)}`.toLowerCase()
}

const rest = ({ data, at }: Cursor): Uint8Array => data.subarray(at)

const LONGEST_STRING = 255

/** Reads the strings of a text record: as one value if servers split that value into the same strings. */
const texts = (cursor: Cursor) => {
  const strings: Uint8Array[] = []
  while (strings.length === 0 || cursor.at < cursor.data.length) strings.push(take(cursor, u8(cursor)))
  const joined = join(strings)
  const isSplit = strings.every(({ length }, index) => index === strings.length - 1 || length === LONGEST_STRING)
  const plain = strictUtf8Of(joined)
  if (isSplit && plain !== undefined && textOf(joined, /(?!)/g) === plain) return { value: plain }
  return { strings: strings.map((octets) => textOf(octets, /\\/g)) }
}

/** How the fields of world records are decoded. */
const DECODERS: ByKind<(cursor: Cursor) => string | number> = {
  u8,
  u16,
  u32,
  seconds: u32,
  name,
  mailbox,
  ipv4: (cursor) => addressOfOctets(take(cursor, 4)),
  ipv6: (cursor) => addressOfOctets(take(cursor, 16)),
  string: (cursor) => textOf(take(cursor, u8(cursor)), /\\/g),
  tag: (cursor) => utf8Of(take(cursor, u8(cursor))),
  text: (cursor) => utf8Of(take(cursor, rest(cursor).length)),
  hex: (cursor) => hexOf(take(cursor, rest(cursor).length)),
}

const decodeFields = (fields: Readonly<Record<string, FieldKind>>, cursor: Cursor): object =>
  Object.fromEntries(
    Object.entries(fields).map(([field, kind]) => {
      const decode = DECODERS[kind]
      if (decode === undefined) throw new RangeError(`The field '${field}' can't be decoded.`)
      return [field, decode(cursor)]
    }),
  )

/** Returns whether netbox computes all records of a type. Of PTR records, it computes the records of addresses. */
export const isComputed = (type: string): boolean => type !== 'PTR' && recordTypeOf(type)?.isComputed === true

/** Returns whether world documents have the fields of a type. The PTR records of addresses are below addresses. */
export const hasFields = (type: string): boolean => {
  const { isRead = false, isComputed: hasComputed = false } = recordTypeOf(type) ?? {}
  return isRead && !hasComputed
}

/**
 * Converts the data of a record to the form of world documents; undefined for a record that they can't list, because netbox computes it from its
 * own keys, delegations and addresses. Throws a `RangeError` for data that doesn't fit its type, which the generic form of RFC 3597 can contain.
 */
export const valueOf = (type: string, data: Uint8Array): object | undefined => {
  const cursor = { data, at: 0 }
  const fields = hasFields(type) ? recordTypeOf(type)?.fields : undefined
  if (isComputed(type)) return undefined
  if (fields === undefined) return { data: hexOf(data) }
  const value = type === 'TXT' ? texts(cursor) : decodeFields(fields, cursor)
  if (cursor.at < data.length) throw new RangeError('The data is too long.')
  return value
}
