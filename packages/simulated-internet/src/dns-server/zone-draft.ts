import { openWorld, type WorldDocument, type WorldDomain } from '@netbox/core'
import {
  otherRecordsOf,
  queryDns,
  recordTypeName,
  type RecordType,
  type ResourceRecord,
  type World,
} from '@netbox/core/dns'
import { hasFields, valueOf } from '../world-files/zone-values.ts'
import { isWithin, parentOf } from './names.ts'
import { addressSet, type OtherType, type RecordSet, recordSet, types, worldTypes } from './record-data.ts'

/** A zone of a world document that an update changes. */
export interface ZoneDraft {
  readonly zone: string
  readonly isWhole: boolean
  /** Returns the records of a type at a name itself: wildcards and aliases don't count. */
  readonly setAt: (name: string, type: number) => RecordSet | undefined
  readonly typesAt: (name: string) => readonly number[]
  readonly put: (name: string, type: number, set: RecordSet | undefined) => void
  /** Returns the names with stated records, the zone itself first. */
  readonly names: () => readonly string[]
  /** Returns the sets that the update changed. */
  readonly changes: () => readonly Change[]
  /** Returns the document with the changes. */
  readonly document: () => WorldDocument
}

/** A changed set. `set` is undefined if no record is left. */
interface Change {
  readonly name: string
  readonly type: number
  readonly set: RecordSet | undefined
}

type Domains = Readonly<Record<string, WorldDomain>>

const ENOUGH_TRIES = 1000
const SINGLE: ReadonlySet<number> = new Set([types.CNAME, types.DNAME, types.SOA])

/** Opens the world of a document without faults: they change answers, not zones. */
const openZones = (seed: string, { faults: _faults, ...document }: WorldDocument, at: number): World => {
  const domains = Object.fromEntries(
    Object.entries(document.domains ?? {}).map(([name, { scenario: _scenario, ...domain }]) => [name, domain]),
  )
  return openWorld({ seed, world: { ...document, domains }, scenario: 'healthy', at }, () => at).world
}

const readSet = (world: World, name: string, type: number): RecordSet | undefined => {
  const known: RecordType | undefined = worldTypes.get(type)
  const listed = otherRecordsOf(world, name).get(type)
  if (known === undefined || listed !== undefined) {
    const [first, ...others] = listed ?? []
    return first && { name, type, ttl: first.ttl, data: [first, ...others].map(({ data }) => Buffer.from(data, 'hex')) }
  }
  const { records, aliases } = queryDns(world, name, known, { validates: false, tries: ENOUGH_TRIES })
  const [first] = records
  if (first === undefined || aliases.length > 0 || 'redirection' in first) return undefined
  return known === 'A' || known === 'AAAA'
    ? addressSet(name, known, records as readonly ResourceRecord<'A'>[]) // The cast is safe: the records have the type.
    : recordSet(name, known, records as readonly ResourceRecord<OtherType>[])
}

/** Returns whether two sets have the same records, in any order. */
export const hasEqualData = (one: RecordSet | undefined, other: RecordSet | undefined): boolean =>
  one?.data.length === other?.data.length &&
  (one === undefined || one.data.every((octets) => other?.data.some((data) => data.equals(octets)) === true))

const isEqual = (one: RecordSet | undefined, other: RecordSet | undefined): boolean =>
  one?.ttl === other?.ttl && hasEqualData(one, other)

const fieldOf = (type: number): string => {
  const mnemonic = recordTypeName(type)
  return hasFields(mnemonic) ? mnemonic : `TYPE${type}`
}

/** Returns a set in the form of documents. */
const statedSet = ({ type, ttl, data }: RecordSet): unknown => {
  const values = data.map((octets) => ({ ...valueOf(recordTypeName(type), octets), ttl }))
  return SINGLE.has(type) ? values[0] : values
}

/** Returns the stated facts of a name with changed records; undefined if nothing is left to say. */
const changedDomain = (domain: WorldDomain, changes: readonly Change[], isWhole: boolean): WorldDomain | undefined => {
  const { records, ...facts } = domain
  const stated: Record<string, unknown> = { ...records }
  for (const { type, set } of changes) {
    const field = fieldOf(type)
    if (set !== undefined) stated[field] = statedSet(set)
    // In a zone that is not whole, the seed has records of types about which the document says nothing.
    else if (isWhole || SINGLE.has(type)) delete stated[field]
    else stated[field] = []
    // Without its alias, the name would have addresses by the seed.
    if (set === undefined && type === types.CNAME && !isWhole) Object.assign(stated, { A: [], AAAA: [], ...stated })
  }
  const isEmpty = isWhole && Object.keys(stated).length === 0
  if (isEmpty && Object.keys(facts).length === 0) return undefined
  // The cast is safe: reading the document checks it.
  return isEmpty ? facts : ({ ...facts, records: stated } as WorldDomain)
}

/** Returns the domains without names that then don't exist, because all their records are gone. */
const withoutGone = (domains: Domains, gone: readonly string[], open: (domains: Domains) => World): Domains => {
  const left = Object.fromEntries(
    Object.entries(domains).flatMap(([name, { records, ...facts }]) => {
      if (!gone.includes(name)) return [[name, { ...facts, ...(records && { records }) }]]
      return Object.keys(facts).length === 0 ? [] : [[name, facts]]
    }),
  )
  const world = gone.length === 0 ? undefined : open(left)
  const kept = gone.filter(
    (name) => world && queryDns(world, name, 'SRV', { tries: ENOUGH_TRIES }).outcome !== 'nxdomain',
  )
  return { ...left, ...Object.fromEntries(kept.map((name) => [name, domains[name] ?? {}])) }
}

/** Opens a zone of a document for an update. */
export const draftZone = (seed: string, document: WorldDocument, at: number, zone: string): ZoneDraft => {
  const world = openZones(seed, document, at)
  const domains: Domains = document.domains ?? {}
  const isWhole = domains[zone]?.complete === true
  const changed = new Map<string, Map<number, RecordSet | undefined>>()
  const hasWildcardAbove = (name: string): boolean => {
    for (let above = parentOf(name); above !== undefined && isWithin(above, zone); above = parentOf(above))
      if (Object.hasOwn(domains, `*.${above}`)) return true
    return false
  }
  const before = (name: string, type: number): RecordSet | undefined =>
    Object.hasOwn(domains, name) || !hasWildcardAbove(name) ? readSet(world, name, type) : undefined
  const setAt = (name: string, type: number): RecordSet | undefined => {
    const own = changed.get(name)
    return own?.has(type) === true ? own.get(type) : before(name, type)
  }
  const typesAt = (name: string): number[] => {
    const all = new Set([
      ...worldTypes.keys(),
      ...otherRecordsOf(world, name).keys(),
      ...(changed.get(name)?.keys() ?? []),
    ])
    return [...all].filter((type) => setAt(name, type) !== undefined)
  }
  const changes = (): Change[] =>
    [...changed].flatMap(([name, sets]) =>
      [...sets].flatMap(([type, set]) => (isEqual(set, before(name, type)) ? [] : [{ name, type, set }])),
    )
  return {
    zone,
    isWhole,
    setAt,
    typesAt,
    put: (name, type, set) => {
      const own = changed.get(name) ?? new Map<number, RecordSet | undefined>()
      changed.set(name, own.set(type, set))
    },
    names: () => [zone, ...Object.keys(domains).filter((name) => name !== zone && isWithin(name, zone))],
    changes,
    document: () => {
      const byName = new Map<string, Change[]>()
      for (const change of changes()) byName.set(change.name, [...(byName.get(change.name) ?? []), change])
      const next: Record<string, WorldDomain> = { ...domains }
      for (const [name, own] of byName) {
        const domain = changedDomain(domains[name] ?? {}, own, isWhole)
        if (domain === undefined) delete next[name]
        else next[name] = domain
      }
      const gone = isWhole ? [] : [...byName.keys()].filter((name) => typesAt(name).length === 0)
      return {
        ...document,
        domains: withoutGone(next, gone, (left) => openZones(seed, { ...document, domains: left }, at)),
      }
    },
  }
}
