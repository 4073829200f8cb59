import type {
  AnyRecord,
  NaptrRecord,
  RecordWithTtl,
  ResolveOptions,
  CaaRecord,
  MxRecord,
  SoaRecord,
  SrvRecord,
  TlsaRecord,
} from 'node:dns'
import { isIP } from 'node:net'
import {
  queryDns,
  type DnsAnswer,
  type DnsQueryOptions,
  type ResourceRecord,
  reverseNameOf,
  type World,
} from '@netbox/core/dns'
import { dnsError, type DnsErrorCode, requireText } from './dns-error.ts'
import { stringsOf } from '../dns-server/record-data.ts'

/** The type of the result in `node:dns` for each record type. */
interface RecordShapes {
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

/** The record types of a world that `node:dns` queries. */
type NodeType = keyof RecordShapes

// Node shows each octet of a text record as one character.
const textsOf = (record: ResourceRecord<'TXT'>): string[] =>
  stringsOf(record).map((octets) => octets.toString('latin1'))

// Node writes the root, as in a null MX, as an empty text.
const orRoot = (name: string): string => (name === '.' ? '' : name)

const bytesOf = (hex: string): ArrayBuffer => Uint8Array.from(Buffer.from(hex, 'hex')).buffer

type Shaper<Type extends NodeType> = (records: readonly ResourceRecord<Type>[]) => RecordShapes[Type] | undefined

/** Converts records into the shapes of `node:dns`; undefined if there are none. */
const shapers: { readonly [Type in NodeType]: Shaper<Type> } = {
  A: (records) => records.map(({ address }) => address),
  AAAA: (records) => records.map(({ address }) => address),
  CAA: (records) => records.map(({ flags, tag, value }) => ({ critical: flags, [tag]: value })),
  CNAME: (records) => records.map(({ target }) => target),
  MX: (records) => records.map(({ exchange, priority }) => ({ exchange: orRoot(exchange), priority })),
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
  SRV: (records) => records.map(({ host, port, priority, weight }) => ({ name: orRoot(host), port, priority, weight })),
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
const withTimes = (records: readonly ResourceRecord<'A'>[]): RecordWithTtl[] =>
  records.map(({ address, ttl }) => ({ address, ttl }))

/** Combines the answers of the individual types into the result of an ANY query. */
const anyRecords = (found: { readonly [Type in NodeType]: readonly ResourceRecord<Type>[] }): AnyRecord[] => {
  const soa = shapers.SOA(found.SOA)
  return [
    ...found.A.map(({ address, ttl }) => ({ type: 'A' as const, address, ttl })),
    ...found.AAAA.map(({ address, ttl }) => ({ type: 'AAAA' as const, address, ttl })),
    ...(shapers.CAA(found.CAA) ?? []).map((record) => ({ type: 'CAA' as const, ...record })),
    ...found.CNAME.map(({ target }) => ({ type: 'CNAME' as const, value: target })),
    ...(shapers.MX(found.MX) ?? []).map((record) => ({ type: 'MX' as const, ...record })),
    ...found.NS.map(({ host }) => ({ type: 'NS' as const, value: host })),
    ...found.PTR.map(({ host }) => ({ type: 'PTR' as const, value: host })),
    ...(soa === undefined ? [] : [{ type: 'SOA' as const, ...soa }]),
    ...(shapers.SRV(found.SRV) ?? []).map((record) => ({ type: 'SRV' as const, ...record })),
    ...(shapers.TLSA(found.TLSA) ?? []).map((record) => ({ type: 'TLSA' as const, ...record })),
    ...found.TXT.map((record) => ({ type: 'TXT' as const, entries: textsOf(record) })),
  ]
}

/** A function that queries the simulated internet. It returns records or rejects with an error of `node:dns`. */
export type Query = <Type extends NodeType>(
  type: Type,
  name: string,
  syscall?: string,
) => Promise<readonly ResourceRecord<Type>[]>

const CODES: Readonly<Record<Exclude<DnsAnswer['outcome'], 'found' | 'failure'>, DnsErrorCode>> = {
  'no-data': 'ENODATA',
  nxdomain: 'ENOTFOUND',
  timeout: 'ETIMEOUT',
}

const RCODES = { SERVFAIL: 'ESERVFAIL', REFUSED: 'EREFUSED', NOTIMP: 'ENOTIMP' } as const

const syscallOf = (type: string): string => `query${type.slice(0, 1)}${type.slice(1).toLowerCase()}`

// Returns whether a name can't be sent in a query (RFC 1035, section 2.3.4). A name may have one trailing dot.
const isBadName = (name: string): boolean => {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  return bare.length > 253 || bare.split('.').some((label) => label === '' || label.length > 63)
}

/** Addresses of hosts, which replace the world's addresses: `{ 'mx1.mail.example': '127.0.0.1' }`. */
export type HostAddresses = Readonly<Record<string, string>>

/** Replaces a host's addresses in an answer with the given one. Aliases and faults stay unchanged. */
const readdressed = <Type extends NodeType>(
  answer: DnsAnswer<Type>,
  type: Type,
  address: string | undefined,
): DnsAnswer<Type> => {
  if (address === undefined || (type !== 'A' && type !== 'AAAA')) return answer
  if (answer.outcome !== 'found' && answer.outcome !== 'no-data') return answer
  const fits = isIP(address) === (type === 'A' ? 4 : 6)
  if (!fits) return { ...answer, outcome: 'no-data', records: [] }
  // The cast is safe: `Type` is A or AAAA here.
  const record = { address, ttl: answer.records[0]?.ttl ?? 300 } as unknown as ResourceRecord<Type>
  return { ...answer, outcome: 'found', records: [record] }
}

/** Creates a function that queries the simulated internet, and one that cancels pending queries. */
export const createQuery = (
  open: () => World,
  optionsNow: () => DnsQueryOptions,
  addresses: HostAddresses = {},
): { query: Query; cancel: () => void } => {
  const rounds = { cancelled: 0 }
  const given = new Map(Object.entries(addresses).map(([host, address]) => [host.toLowerCase(), address]))
  const query: Query = async (type, name, syscall = syscallOf(type)) => {
    const round = rounds.cancelled
    if (isBadName(name)) throw dnsError('EBADNAME', syscall, name)
    const host = name.toLowerCase().replace(/\.$/, '')
    const { outcome, records, rcode } = readdressed(queryDns(open(), name, type, optionsNow()), type, given.get(host))
    // Answers later, as a network would, so that `cancel` can cancel the query.
    await Promise.resolve()
    if (rounds.cancelled !== round) throw dnsError('ECANCELLED', syscall, name)
    if (outcome === 'failure') throw dnsError(RCODES[rcode ?? 'SERVFAIL'], syscall, name)
    if (outcome !== 'found') throw dnsError(CODES[outcome], syscall, name)
    return records
  }
  return { query, cancel: () => void rounds.cancelled++ }
}

const isNoData = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENODATA'

const orNothing = async <Value>(records: Promise<readonly Value[]>): Promise<readonly Value[]> => {
  try {
    return await records
  } catch (error) {
    if (isNoData(error)) return []
    throw error
  }
}

const NO_RECORDS = { A: [], AAAA: [], CAA: [], CNAME: [], MX: [], NS: [], PTR: [], SOA: [], SRV: [], TLSA: [], TXT: [] }

const queryAny = async (query: Query, name: string): Promise<AnyRecord[]> => {
  const of = async <Type extends NodeType>(type: Type) => orNothing(query(type, name, 'queryAny'))
  const CNAME = await of('CNAME')
  // An alias has no other records (RFC 1034, section 3.6.2).
  if (CNAME.length > 0) return anyRecords({ ...NO_RECORDS, CNAME })
  const [A, AAAA] = await Promise.all([of('A'), of('AAAA')])
  const [CAA, MX, NS, PTR] = await Promise.all([of('CAA'), of('MX'), of('NS'), of('PTR')])
  const [SOA, SRV, TLSA, TXT] = await Promise.all([of('SOA'), of('SRV'), of('TLSA'), of('TXT')])
  return anyRecords({ A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV, TLSA, TXT })
}

/** The queries that a resolver supports. */
export interface Queries {
  readonly address: (type: 'A' | 'AAAA', name: string, options?: ResolveOptions) => Promise<string[] | RecordWithTtl[]>
  readonly shaped: <Type extends NodeType>(type: Type, name: string) => Promise<RecordShapes[Type]>
  readonly any: (name: string) => Promise<AnyRecord[]>
  /** Always rejects, because no world has NAPTR records. */
  readonly naptr: (name: string) => Promise<NaptrRecord[]>
  readonly reverse: (address: string) => Promise<string[]>
}

/** Creates the queries, which return the shapes of `node:dns`. As in `node:dns`, they throw synchronously if a name is not a string. */
export const createQueries = (query: Query): Queries => {
  const shaped = async <Type extends NodeType>(type: Type, name: string): Promise<RecordShapes[Type]> => {
    const shape = shapers[type](await query(type, name))
    if (shape === undefined) throw dnsError('ENODATA', syscallOf(type), name)
    return shape
  }
  // Queries the name first, so that an invalid or failing name causes its own error.
  const naptr = async (name: string): Promise<never> => {
    await orNothing(query('A', name, 'queryNaptr'))
    throw dnsError('ENODATA', 'queryNaptr', name)
  }
  const reverse = async (address: string): Promise<string[]> => {
    if (isIP(address) === 0 || address.includes('%')) throw dnsError('EINVAL', 'getHostByAddr', address)
    return shapers.PTR(await query('PTR', reverseNameOf(address) ?? address, 'getHostByAddr')) ?? []
  }
  const text =
    <Arguments extends unknown[], Value>(at: number, argument: string, run: (...given: Arguments) => Promise<Value>) =>
    (...given: Arguments): Promise<Value> => {
      requireText(given[at], argument)
      return run(...given)
    }
  return {
    address: text(1, 'name', async (type, name, options) => {
      const records = await query(type, name)
      return options?.ttl === true ? withTimes(records) : records.map(({ address }) => address)
    }),
    shaped: (type, name) => {
      requireText(name, 'name')
      return shaped(type, name)
    },
    any: text(0, 'name', async (name) => queryAny(query, name)),
    naptr: text(0, 'name', naptr),
    reverse: text(0, 'ip', reverse),
  }
}
