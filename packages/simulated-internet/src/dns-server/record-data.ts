import type { RecordType, ResourceRecord } from '@netbox/core/dns'
import { octetsOf, octetsOfAddress } from '../world-files/octets.ts'
import { encodeName } from './names.ts'

/** Numbers of record types (IANA, DNS parameters). */
export const types = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  CAA: 257,
} as const

/** The record types of a world, by number. */
export const worldTypes: ReadonlyMap<number, RecordType> = new Map<number, RecordType>(
  (['A', 'NS', 'CNAME', 'SOA', 'PTR', 'MX', 'TXT', 'AAAA', 'SRV', 'DNAME', 'TLSA', 'CAA'] as const).map((type) => [
    types[type],
    type,
  ]),
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

const numbers = (size: 1 | 2 | 4, ...values: readonly number[]): Buffer => {
  const octets = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) octets.writeUIntBE(value, index * size, size)
  return octets
}

const encoders: { readonly [Type in OtherType]: (record: ResourceRecord<Type>) => Buffer } = {
  CAA: ({ flags, tag, value }) =>
    Buffer.concat([numbers(1, flags, tag.length), Buffer.from(tag, 'latin1'), Buffer.from(value)]),
  CNAME: ({ target }) => encodeName(target),
  DNAME: ({ target }) => encodeName(target),
  MX: ({ priority, exchange }) => Buffer.concat([numbers(2, priority), encodeName(exchange)]),
  NS: ({ host }) => encodeName(host),
  PTR: ({ host }) => encodeName(host),
  SOA: ({ primary, mailbox, serial, refresh, retry, expire, minimum }) =>
    Buffer.concat([encodeName(primary), encodeName(mailbox), numbers(4, serial, refresh, retry, expire, minimum)]),
  SRV: ({ priority, weight, port, host }) => Buffer.concat([numbers(2, priority, weight, port), encodeName(host)]),
  TLSA: ({ usage, selector, matchingType, data }) =>
    Buffer.concat([numbers(1, usage, selector, matchingType), Buffer.from(data, 'hex')]),
  TXT: (record) => Buffer.concat(stringsOf(record).flatMap((string) => [numbers(1, string.length), string])),
}

/** Returns the lowest TTL of a set's records, which applies to all of them. */
const leastTtl = (records: readonly { readonly ttl: number }[]): number =>
  records.reduce((least, { ttl }) => Math.min(least, ttl), Infinity)

/** Converts the addresses of a name to a record set. */
export const addressSet = (name: string, type: 'A' | 'AAAA', records: readonly ResourceRecord<'A'>[]): RecordSet => {
  const addresses = records.map(({ address }) => address)
  const data = addresses.map((address) => Buffer.from(octetsOfAddress(address, type) ?? []))
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
  data: records.map((record) => encoders[type](record)),
})
