import { isIPv4 } from 'node:net'
import type { RecordType, ResourceRecord } from '@netbox/core/dns'
import { type Answer, encode } from 'dns-packet'

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
  OPT: 41,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  CAA: 257,
} as const

/** The record types of a world, by number. */
export const worldTypes: ReadonlyMap<number, RecordType> = new Map<number, RecordType>(
  (['A', 'NS', 'CNAME', 'SOA', 'PTR', 'MX', 'TXT', 'AAAA', 'SRV', 'TLSA', 'CAA'] as const).map((type) => [
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
}

// A response with one record of the root: a header of 12 octets, the name `.`, type, class, TTL and length before the data.
const DATA_START = 23

/** Encodes the data of one record, without its length. */
export const encodeData = (answer: Answer): Buffer =>
  encode({ type: 'response', answers: [{ ...answer, name: '.' }] }).subarray(DATA_START)

const LONGEST_STRING = 255

const stringsOf = (value: string): Buffer[] => {
  const octets = Buffer.from(value)
  const strings: Buffer[] = []
  for (let at = 0; at === 0 || at < octets.length; at += LONGEST_STRING)
    strings.push(octets.subarray(at, at + LONGEST_STRING))
  return strings
}

type Shape<Type extends RecordType> = (record: ResourceRecord<Type>) => Answer

const shapes: { readonly [Type in RecordType]: Shape<Type> } = {
  A: ({ address: data }) => ({ type: 'A', name: '.', data }),
  AAAA: ({ address: data }) => ({ type: 'AAAA', name: '.', data }),
  CAA: ({ issue: value }) => ({ type: 'CAA', name: '.', data: { flags: 0, tag: 'issue', value } }),
  CNAME: ({ target: data }) => ({ type: 'CNAME', name: '.', data }),
  MX: ({ priority: preference, exchange }) => ({ type: 'MX', name: '.', data: { preference, exchange } }),
  NS: ({ host: data }) => ({ type: 'NS', name: '.', data }),
  PTR: ({ host: data }) => ({ type: 'PTR', name: '.', data }),
  SOA: ({ primary: mname, mailbox: rname, serial, refresh, retry, expire, minimum }) => ({
    type: 'SOA',
    name: '.',
    data: { mname, rname, serial, refresh, retry, expire, minimum },
  }),
  SRV: ({ priority, weight, port, host: target }) => ({
    type: 'SRV',
    name: '.',
    data: { priority, weight, port, target },
  }),
  TLSA: ({ usage, selector, matchingType, data }) => ({
    type: 'TLSA',
    name: '.',
    data: { usage, selector, matchingType, certificate: Buffer.from(data, 'hex') },
  }),
  TXT: ({ value }) => ({ type: 'TXT', name: '.', data: stringsOf(value) }),
}

const DOT = 46
const ZERO = 48

/** Encodes an IPv4 address that `isIPv4` has accepted. */
const encodeIPv4 = (address: string): Buffer => {
  const octets = Buffer.alloc(4)
  let at = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index)
    if (code === DOT) at++
    else octets[at] = (octets[at] ?? 0) * 10 + code - ZERO
  }
  return octets
}

/** Converts records of the world to a set. Its TTL is the smallest of theirs. */
export const recordSet = <Type extends RecordType>(
  name: string,
  type: Type,
  records: readonly ResourceRecord<Type>[],
): RecordSet => ({
  name,
  type: types[type],
  ttl: Math.min(...records.map(({ ttl }) => ttl)),
  data: records.map((record) =>
    // Most records are addresses, and the library is ten times slower for them.
    'address' in record && isIPv4(record.address) ? encodeIPv4(record.address) : encodeData(shapes[type](record)),
  ),
})
