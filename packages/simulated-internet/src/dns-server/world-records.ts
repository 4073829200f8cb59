import {
  addressOfReverseName,
  otherRecordsOf,
  queryDns,
  reboundAddressesOf,
  type RecordType,
  type ResourceRecord,
  reverseNameOf,
  type World,
} from '@netbox/core/dns'
import type { Addressing } from '../internet/addressing.ts'
import { recordsDenial } from './denial.ts'
import { parentOf } from './names.ts'
import { addressSet, type OtherType, type RecordSet, recordSet, types, worldTypes } from './record-data.ts'
import { negativeTtl, type ServedZone, type Zones } from './zones.ts'

/** The result of a lookup: the records of one type at a name. */
export interface Holding {
  /** `failure`: a world document says that the nameservers fail. `timeout`: they don't answer within the number of tries, or never. */
  readonly outcome: 'found' | 'no-data' | 'nxdomain' | 'failure' | 'timeout'
  /**
   * The CNAME records from the name on, in order, each after the DNAME record from which it is made. In an answer, they come before the
   * records of the last one's target.
   */
  readonly aliases: readonly RecordSet[]
  /** The target of the last alias, or the name itself if it is no alias. */
  readonly target: string
  readonly records?: RecordSet
}

/** The resolver that looks up a name, and its number of tries. A nameserver reads its own records, so it needs neither. */
export interface QueryOptions {
  /** The address of a public resolver, which may have stale records in its cache. */
  readonly server?: string | undefined
  readonly tries?: number | undefined
}

/** The records of a world as the servers serve them: with addresses that clients can reach. */
export interface WorldRecords {
  readonly zones: Zones
  /** Looks up a name. */
  find(name: string, type: number, options?: QueryOptions): Holding
  /** Returns the alias at a name, with its records and its target. */
  aliasAt(name: string): { readonly sets: readonly RecordSet[]; readonly target: string } | undefined
  /** Returns the record types of a name, except its alias. */
  typesAt(name: string): number[]
  /** Returns the closest existing ancestor of a name. */
  closestAbove(name: string): string
  /** Returns the A or AAAA records of a host, as far as clients can reach the addresses. */
  addressesOf(host: string, type: 'A' | 'AAAA'): RecordSet | undefined
}

/** Returns the CNAME record of an alias. If servers make it from a DNAME record, that record comes first, and has the only signature. */
const aliasSets = (name: string, link: ResourceRecord<'CNAME'>): RecordSet[] => {
  const alias = recordSet(name, 'CNAME', [link])
  if (link.redirection === undefined) return [alias]
  const { owner, to, ttl } = link.redirection
  return [recordSet(owner, 'DNAME', [{ target: to, ttl }]), { ...alias, isSynthesized: true }]
}

// A number of tries that is enough for one of them to succeed.
const ENOUGH_TRIES = 1000

/** The world whose records are asked, and how clients reach its addresses. */
interface Source {
  readonly world: World
  readonly addressing: Addressing
  /** Whether names that a scenario rebinds have their later addresses. */
  readonly isRebound: boolean
}

/** Returns the records of a name that a scenario rebinds; other records unchanged. */
const reboundOf = (
  { world, isRebound }: Source,
  name: string,
  type: RecordType,
  records: readonly ResourceRecord[],
): readonly ResourceRecord[] => {
  if (!isRebound || (type !== 'A' && type !== 'AAAA')) return records
  return reboundAddressesOf(world, name, type)?.map((address) => ({ address, ttl: 0 })) ?? records
}

/** Returns a function that writes the addresses of SPF policies as programs see them, who compare them with the address that mail comes from. */
const policyWith =
  (shown: (text: string) => string) =>
  (record: ResourceRecord<'TXT'>): ResourceRecord<'TXT'> =>
    record.value.startsWith('v=spf1') ? { value: shown(record.value), ttl: record.ttl } : record

/** Returns the records of a type; undefined if there are none, or none with an address that clients can reach. */
const setOf = (
  { toLocal, answers }: Addressing,
  name: string,
  type: RecordType,
  records: readonly ResourceRecord[],
): RecordSet | undefined => {
  if (records.length === 0) return undefined
  if (type === 'TXT' && answers !== undefined)
    return recordSet(name, type, (records as readonly ResourceRecord<'TXT'>[]).map(policyWith(answers.text)))
  if (type !== 'A' && type !== 'AAAA') return recordSet(name, type, records as readonly ResourceRecord<OtherType>[])
  const found: ResourceRecord<'A'>[] = []
  for (const { address, ttl } of records as readonly ResourceRecord<'A'>[]) {
    const local = toLocal(address)
    if (local !== undefined) found.push({ address: local, ttl })
  }
  return found.length === 0 ? undefined : addressSet(name, type, found, answers?.address)
}

/** Converts the reverse name of a local address to the reverse name of the world's address. Programs look up the addresses that they see. */
const inWorld = ({ toWorld, answers }: Addressing, name: string): string => {
  const address = addressOfReverseName(name)
  return address === undefined
    ? name
    : (reverseNameOf(answers === undefined ? toWorld(address) : answers.asked(address)) ?? name)
}

/** Looks up records of the world's own types, which the tools know. */
const ask = (
  source: Source,
  name: string,
  type: RecordType,
  { server, tries = ENOUGH_TRIES }: QueryOptions = {},
): Holding => {
  const { world, addressing } = source
  const asked = type === 'PTR' ? inWorld(addressing, name) : name
  const { outcome, records, aliases: links } = queryDns(world, asked, type, { validates: false, tries, server })
  const aliases = links.flatMap((link) => aliasSets(link.name, link))
  const target = links.at(-1)?.target ?? name
  if (outcome === 'failure' || outcome === 'timeout') return { outcome, aliases, target }
  const [record] = records
  if (record !== undefined && 'redirection' in record) {
    const [redirection, alias] = aliasSets(name, record)
    if (redirection !== undefined && alias !== undefined)
      return { outcome, target, aliases: [redirection], records: alias }
  }
  const set = setOf(addressing, target, type, reboundOf(source, target, type, records))
  if (set !== undefined) return { outcome: 'found', target, aliases, records: set }
  return { outcome: outcome === 'nxdomain' ? 'nxdomain' : 'no-data', target, aliases }
}

/** Looks up records of a type of which only world documents have any. */
const askOther = (source: Source, name: string, type: number, options?: QueryOptions): Holding => {
  // A lookup of any other type finds out whether the name exists, and whether it is an alias.
  const { outcome, aliases, target } = ask(source, name, 'SRV', options)
  if (outcome !== 'found' && outcome !== 'no-data') return { outcome, aliases, target }
  const stated = otherRecordsOf(source.world, target).get(type) ?? []
  const [first] = stated
  if (first === undefined) return { outcome: 'no-data', aliases, target }
  const data = stated.map((record) => Buffer.from(record.data, 'hex'))
  return { outcome: 'found', aliases, target, records: { name: target, type, ttl: first.ttl, data } }
}

const keyRecords = (zones: Zones, name: string, type: number): RecordSet | undefined => {
  if (type !== types.DNSKEY && type !== types.DS) return undefined
  const zone = zones.at(name)
  if (zone.name !== name) return undefined
  return type === types.DS ? zone.ds : zone.dnskey
}

/** Opens the records of a world. */
export const openRecords = (world: World, zones: Zones, addressing: Addressing, isRebound = false): WorldRecords => {
  const source = { world, addressing, isRebound }

  /**
   * Returns the NSEC record or the signatures of an existing name in a signed zone, which a nameserver makes for each query. An alias has
   * them too (RFC 4035, section 2.5).
   */
  const signingRecords = (name: string, type: number, options?: QueryOptions): RecordSet | undefined => {
    if (type !== types.NSEC && type !== types.RRSIG) return undefined
    const { outcome, aliases } = ask(source, name, 'CNAME', options)
    const { signer, soa } = zones.at(name)
    if ((outcome !== 'found' && outcome !== 'no-data') || aliases.length > 0 || signer === undefined) return undefined
    const held = typesAt(name)
    const nsec = recordsDenial(name, held, negativeTtl(soa))
    if (type === types.NSEC) return nsec
    const sets = [...held.flatMap((one) => find(name, one).records ?? []), nsec]
    return { name, type, ttl: nsec.ttl, data: sets.flatMap((set) => signer.sign(set).data) }
  }

  const typesAt = (name: string): number[] => {
    if (find(name, types.CNAME).outcome === 'found') return [types.CNAME]
    const all = [...new Set([...worldTypes.keys(), ...otherRecordsOf(world, name).keys()])]
    const held = all.filter((type) => find(name, type).outcome === 'found')
    return keyRecords(zones, name, types.DNSKEY) === undefined ? held : [...held, types.DNSKEY]
  }

  const find = (name: string, type: number, options?: QueryOptions): Holding => {
    const records = keyRecords(zones, name, type) ?? signingRecords(name, type, options)
    if (records !== undefined) return { outcome: 'found', target: name, aliases: [], records }
    const known = worldTypes.get(type)
    const found = known && ask(source, name, known, options)
    // Documents list the PTR records of services by number.
    const isOther = found === undefined || (type === types.PTR && otherRecordsOf(world, found.target).has(type))
    return isOther ? askOther(source, name, type, options) : found
  }

  return {
    zones,
    find,
    aliasAt: (name) => {
      const [record] = queryDns(world, name, 'CNAME', { validates: false, tries: ENOUGH_TRIES }).records
      return record && { sets: aliasSets(name, record), target: record.target }
    },
    typesAt,
    closestAbove: (name) => {
      let above = parentOf(name)
      while (above !== undefined && above !== '.') {
        const { outcome, aliases } = find(above, types.SRV)
        if (outcome !== 'nxdomain' || aliases.length > 0) return above
        above = parentOf(above)
      }
      return '.'
    },
    addressesOf: (host, type) => ask(source, host, type).records,
  }
}

/** Returns the zone of a record set. The DS record of a zone is in its parent zone (RFC 4034, section 5). */
export const zoneOfSet = (zones: Zones, { name, type }: RecordSet): ServedZone => {
  const zone = zones.at(name)
  return type === types.DS && zone.name === name && zone.parent !== null ? zones.at(zone.parent) : zone
}
