import { isUtf8 } from 'node:buffer'

/** The data of a record in wire format, and the place up to which it has been read. */
interface Cursor {
  readonly data: Buffer
  at: number
}

const take = (cursor: Cursor, length: number): Buffer => {
  const octets = cursor.data.subarray(cursor.at, cursor.at + length)
  if (octets.length < length) throw new RangeError('The data is too short.')
  cursor.at += length
  return octets
}
const u8 = (cursor: Cursor): number => take(cursor, 1).readUInt8()
const u16 = (cursor: Cursor): number => take(cursor, 2).readUInt16BE()
const u32 = (cursor: Cursor): number => take(cursor, 4).readUInt32BE()

const escaped = (octet: number): string => `\\${String(octet).padStart(3, '0')}`

/** Writes octets as text, with escapes (RFC 1035, section 5.1) for control characters, for octets that are not UTF-8, and as given. */
const textOf = (octets: Buffer, special: RegExp): string =>
  isUtf8(octets)
    ? octets
        .toString()
        .replaceAll(special, String.raw`\$&`)
        .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (sign) => Array.from(Buffer.from(sign), escaped).join(''))
    : Array.from(octets, (octet) =>
        octet < 32 || octet > 126 ? escaped(octet) : String.fromCharCode(octet).replace(special, String.raw`\$&`),
      ).join('')

const labels = (cursor: Cursor): Buffer[] => {
  const found: Buffer[] = []
  for (let length = u8(cursor); length > 0; length = u8(cursor)) found.push(take(cursor, length))
  return found
}

const SPECIAL = /[.\\"();@$\s]/g
const written = (found: readonly Buffer[]): string =>
  found
    .map((label) => textOf(label, SPECIAL))
    .join('.')
    .toLowerCase() || '.'

const name = (cursor: Cursor): string => written(labels(cursor))

/** Converts a name in wire format to text, in lower case and without a dot at its end. */
export const nameText = (octets: Buffer): string => name({ data: octets, at: 0 })

/** Converts the mailbox of an SOA record to an email address: its first label is the local part. */
const mailbox = (cursor: Cursor): string => {
  const [local, ...domain] = labels(cursor)
  return `${local?.toString() ?? ''}@${written(domain)}`.toLowerCase()
}

const rest = ({ data, at }: Cursor): Buffer => data.subarray(at)

const LONGEST_STRING = 255

/** Reads the strings of a text record: as one value if servers split that value into the same strings. */
const texts = (cursor: Cursor) => {
  const strings: Buffer[] = []
  while (strings.length === 0 || cursor.at < cursor.data.length) strings.push(take(cursor, u8(cursor)))
  const joined = Buffer.concat(strings)
  const isSplit = strings.every(({ length }, index) => index === strings.length - 1 || length === LONGEST_STRING)
  const plain = joined.toString()
  if (isSplit && isUtf8(joined) && textOf(joined, /(?!)/g) === plain) return { value: plain }
  return { strings: strings.map((octets) => textOf(octets, /\\/g)) }
}

const VALUES: Readonly<Record<string, (cursor: Cursor) => object | undefined>> = {
  A: (cursor) => ({ address: [...take(cursor, 4)].join('.') }),
  AAAA: (cursor) => ({ address: (take(cursor, 16).toString('hex').match(/.{4}/g) ?? []).join(':') }),
  CAA: (cursor) => ({
    flags: u8(cursor),
    tag: take(cursor, u8(cursor)).toString(),
    value: take(cursor, rest(cursor).length).toString(),
  }),
  CNAME: (cursor) => ({ target: name(cursor) }),
  MX: (cursor) => ({ priority: u16(cursor), exchange: name(cursor) }),
  NS: (cursor) => ({ host: name(cursor) }),
  SOA: (cursor) => ({
    primary: name(cursor),
    mailbox: mailbox(cursor),
    serial: u32(cursor),
    refresh: u32(cursor),
    retry: u32(cursor),
    expire: u32(cursor),
    minimum: u32(cursor),
  }),
  SRV: (cursor) => ({ priority: u16(cursor), weight: u16(cursor), port: u16(cursor), host: name(cursor) }),
  TLSA: (cursor) => ({
    usage: u8(cursor),
    selector: u8(cursor),
    matchingType: u8(cursor),
    data: take(cursor, rest(cursor).length).toString('hex'),
  }),
  TXT: texts,
}

// Types that netbox ignores, because it computes their records from its own keys, delegations and addresses.
const COMPUTED: ReadonlySet<string> = new Set('CDNSKEY CDS DNAME DNSKEY DS NSEC NSEC3 NSEC3PARAM PTR RRSIG'.split(' '))

/** Returns why netbox ignores the records of a type, as a clause. */
export const whyIgnored = (type: string): string => {
  if (type === 'PTR') return 'list the name under addresses, as ptr'
  return type === 'DNAME' ? 'it does not support DNAME' : 'it signs zones with its own keys'
}

/** Returns whether records of a type have fields of their own in world documents. */
export const hasFields = (type: string): boolean => VALUES[type] !== undefined

/**
 * Converts the data of a record to the form of world documents; undefined for a record that they can't state. Throws a `RangeError` for
 * data that doesn't fit its type, which the generic form of RFC 3597 can contain.
 */
export const valueOf = (type: string, data: Buffer): object | undefined => {
  const cursor = { data, at: 0 }
  const read = VALUES[type]
  if (read === undefined) return COMPUTED.has(type) ? undefined : { data: data.toString('hex') }
  const value = read(cursor)
  if (cursor.at < data.length) throw new RangeError('The data is too long.')
  return value
}
