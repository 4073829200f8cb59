import {
  type ByKind,
  type Mnemonic,
  type RecordType,
  recordTypeOf,
  recordTypes,
  type ResourceRecord,
} from '@netbox/core/dns'
import { octetsOf, octetsOfAddress } from '../world-files/octets.ts'
import { encodeName } from './names.ts'

const numbersOfRecords = Object.fromEntries(
  Object.entries(recordTypes).map(([mnemonic, { number }]) => [mnemonic, number]),
) as Readonly<Record<Mnemonic, number>> // The cast is safe: it has the keys of the table.

/** The numbers of the types of records and questions (IANA, DNS parameters). */
export const types = { ...numbersOfRecords, OPT: 41, IXFR: 251, AXFR: 252, MAILB: 253, MAILA: 254, ANY: 255 } as const

const isOfWorld = (mnemonic: string): mnemonic is RecordType => recordTypeOf(mnemonic)?.isRead === true

/** The record types of a world, by number. */
export const worldTypes: ReadonlyMap<number, RecordType> = new Map(
  Object.keys(recordTypes)
    .filter(isOfWorld)
    .map((type) => [types[type], type]),
)

/** Records of one name and type, which share a TTL and a signature (RFC 2181, section 5). */
export interface RecordSet {
  readonly name: string
  readonly type: number
  readonly ttl: number
  /** The data of each record, in wire format without compression. */
  readonly data: readonly Buffer[]
  /** For A and AAAA records, the same addresses as text. */
  readonly addresses?: readonly string[]
  /** Whether a server makes the record for the answer, so that it has no signature. */
  readonly isSynthesized?: boolean
}

const LONGEST_STRING = 255

/** Returns the strings of a text record: the stated ones, or its value in pieces (RFC 1035, section 3.3.14). */
export const stringsOf = ({ value, strings: stated }: ResourceRecord<'TXT'>): Buffer[] => {
  if (stated !== undefined) return stated.map((text) => Buffer.from(octetsOf(text)))
  const octets = Buffer.from(value)
  const strings: Buffer[] = []
  for (let at = 0; at === 0 || at < octets.length; at += LONGEST_STRING)
    strings.push(octets.subarray(at, at + LONGEST_STRING))
  return strings
}

/** The types whose data is not an address. */
export type OtherType = Exclude<RecordType, 'A' | 'AAAA'>

const text = (value: string | number): Buffer => Buffer.from(String(value))
const number =
  (size: 1 | 2 | 4) =>
  (value: string | number): Buffer => {
    const octets = Buffer.alloc(size)
    octets.writeUIntBE(Number(value), 0, size)
    return octets
  }
const withLength = (octets: Uint8Array): Buffer => Buffer.concat([Buffer.of(octets.length), octets])
const nameOctets = (value: string | number): Buffer => encodeName(String(value))

/** How the fields of world records are encoded. */
const encoders: ByKind<(value: string | number) => Buffer> = {
  u8: number(1),
  u16: number(2),
  u32: number(4),
  seconds: number(4),
  name: nameOctets,
  mailbox: nameOctets,
  ipv4: (value) => Buffer.from(octetsOfAddress(String(value), 'A') ?? []),
  ipv6: (value) => Buffer.from(octetsOfAddress(String(value), 'AAAA') ?? []),
  string: (value) => withLength(octetsOf(String(value))),
  tag: (value) => withLength(Buffer.from(String(value), 'latin1')),
  text,
  hex: (value) => Buffer.from(String(value), 'hex'),
}

/** The fields of each type with their encoders, in the order of the wire format. */
const fieldsByType = new Map(
  [...worldTypes.values()].map((type) => [
    type,
    Object.entries(recordTypes[type].fields).map(([field, kind]) => [field, encoders[kind]] as const),
  ]),
)

const encode = (type: OtherType, record: ResourceRecord<OtherType>): Buffer => {
  if ('value' in record && type === 'TXT')
    return Buffer.concat(stringsOf(record).flatMap((string) => [Buffer.of(string.length), string]))
  const values: Readonly<Record<string, unknown>> = record
  return Buffer.concat(
    (fieldsByType.get(type) ?? []).map(([field, encodeField]) => {
      const value = values[field]
      if (encodeField === undefined || (typeof value !== 'string' && typeof value !== 'number'))
        throw new RangeError(`A ${type} record has no field '${field}' that can be encoded.`)
      return encodeField(value)
    }),
  )
}

/** Returns the lowest TTL of a set's records, which applies to all of them. */
const leastTtl = (records: readonly { readonly ttl: number }[]): number =>
  records.reduce((least, { ttl }) => Math.min(least, ttl), Infinity)

/** Converts the addresses of a name to a record set, in which clients see the address that `shown` returns. */
export const addressSet = (
  name: string,
  type: 'A' | 'AAAA',
  records: readonly ResourceRecord<'A'>[],
  shown = (address: string): string => address,
): RecordSet => {
  const addresses = records.map(({ address }) => address)
  const data = addresses.map((address) => Buffer.from(octetsOfAddress(shown(address), type) ?? []))
  return { name, type: types[type], ttl: leastTtl(records), data, addresses }
}

/** Converts records of the world, except addresses, to a record set. */
export const recordSet = <Type extends OtherType>(
  name: string,
  type: Type,
  records: readonly ResourceRecord<Type>[],
): RecordSet => ({
  name,
  type: types[type],
  ttl: leastTtl(records),
  data: records.map((record) => encode(type, record)),
})
