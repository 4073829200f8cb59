import type { AnyRecord, CaaRecord, MxRecord, RecordWithTtl, SoaRecord, SrvRecord, TlsaRecord } from 'node:dns'
import type { RecordType, ResourceRecord } from '@netbox/core/dns'
import { stringsOf } from '../dns-server/record-data.ts'

/** The type of the result in `node:dns` for each record type. */
export interface RecordShapes {
  readonly A: string[]
  readonly AAAA: string[]
  readonly CAA: CaaRecord[]
  readonly CNAME: string[]
  readonly MX: MxRecord[]
  readonly NS: string[]
  readonly PTR: string[]
  readonly SOA: SoaRecord
  readonly SRV: SrvRecord[]
  readonly TLSA: TlsaRecord[]
  readonly TXT: string[][]
}

// Node shows each octet of a text record as one character.
const textsOf = (record: ResourceRecord<'TXT'>): string[] =>
  stringsOf(record).map((octets) => octets.toString('latin1'))

const bytesOf = (hex: string): ArrayBuffer => Uint8Array.from(Buffer.from(hex, 'hex')).buffer

type Shaper<Type extends RecordType> = (records: readonly ResourceRecord<Type>[]) => RecordShapes[Type] | undefined

/** Converts records into the shapes of `node:dns`; undefined if there are none. */
export const shapers: { readonly [Type in RecordType]: Shaper<Type> } = {
  A: (records) => records.map(({ address }) => address),
  AAAA: (records) => records.map(({ address }) => address),
  CAA: (records) => records.map(({ issue }) => ({ critical: 0, issue })),
  CNAME: (records) => records.map(({ target }) => target),
  MX: (records) => records.map(({ exchange, priority }) => ({ exchange, priority })),
  NS: (records) => records.map(({ host }) => host),
  PTR: (records) => records.map(({ host }) => host),
  SOA: ([record]) =>
    record && {
      nsname: record.primary,
      hostmaster: record.mailbox,
      serial: record.serial,
      refresh: record.refresh,
      retry: record.retry,
      expire: record.expire,
      minttl: record.minimum,
    },
  SRV: (records) => records.map(({ host: name, port, priority, weight }) => ({ name, port, priority, weight })),
  TLSA: (records) =>
    records.map(({ usage: certUsage, selector, matchingType: match, data }) => ({
      certUsage,
      selector,
      match,
      data: bytesOf(data),
    })),
  TXT: (records) => records.map(textsOf),
}

/** Converts address records to the shape that `node:dns` returns with the option `{ ttl: true }`. */
export const withTimes = (records: readonly ResourceRecord<'A'>[]): RecordWithTtl[] =>
  records.map(({ address, ttl }) => ({ address, ttl }))

/** Combines the answers of the individual types into the result of an ANY query. */
export const anyRecords = (found: { readonly [Type in RecordType]: readonly ResourceRecord<Type>[] }): AnyRecord[] => {
  const soa = shapers.SOA(found.SOA)
  return [
    ...found.A.map(({ address, ttl }) => ({ type: 'A' as const, address, ttl })),
    ...found.AAAA.map(({ address, ttl }) => ({ type: 'AAAA' as const, address, ttl })),
    ...found.CAA.map(({ issue }) => ({ type: 'CAA' as const, critical: 0, issue })),
    ...found.CNAME.map(({ target }) => ({ type: 'CNAME' as const, value: target })),
    ...found.MX.map(({ exchange, priority }) => ({ type: 'MX' as const, exchange, priority })),
    ...found.NS.map(({ host }) => ({ type: 'NS' as const, value: host })),
    ...found.PTR.map(({ host }) => ({ type: 'PTR' as const, value: host })),
    ...(soa === undefined ? [] : [{ type: 'SOA' as const, ...soa }]),
    ...found.SRV.map(({ host: name, port, priority, weight }) => ({
      type: 'SRV' as const,
      name,
      port,
      priority,
      weight,
    })),
    ...(shapers.TLSA(found.TLSA) ?? []).map((record) => ({ type: 'TLSA' as const, ...record })),
    ...found.TXT.map((record) => ({ type: 'TXT' as const, entries: textsOf(record) })),
  ]
}
