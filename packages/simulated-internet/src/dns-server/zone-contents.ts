import type { World } from '@netbox/core/dns'
import { typeBitmap } from '../world-files/octets.ts'
import { encodeName, isWithin, labelsOf } from './names.ts'
import { type RecordSet, types } from './record-data.ts'
import type { WorldRecords } from './world-records.ts'
import { negativeTtl, type ServedZone } from './zones.ts'

/** Returns the labels of a name for comparison, the last one first (RFC 4034, section 6.1). */
const orderOf = (name: string): Buffer =>
  Buffer.concat(
    labelsOf(name)
      .toReversed()
      .map((label) => Buffer.from(`${label}\0`, 'latin1')),
  )

/** Returns the names with records at or below the top of a zone, in canonical order. */
const namesIn = (world: World, zone: string): string[] =>
  [...new Set([zone, ...(world.facts?.records.keys() ?? [])])]
    .filter((name) => isWithin(name, zone))
    .map((name) => [orderOf(name), name] as const)
    .toSorted(([one], [other]) => Buffer.compare(one, other))
    .map(([, name]) => name)

/** Returns the sets at a name: its own, or the sets of the zone that begins there or above it. */
const setsAt = (records: WorldRecords, zone: ServedZone, name: string): readonly RecordSet[] => {
  const own = records.zones.at(name)
  if (own.name === zone.name) return records.typesAt(name).flatMap((type) => records.find(name, type).records ?? [])
  if (own.name === name) return own.ds === undefined ? [own.ns] : [own.ns, own.ds]
  const isGlue = own.nameservers.some(({ host }) => host === name)
  return isGlue ? (['A', 'AAAA'] as const).flatMap((type) => records.addressesOf(name, type) ?? []) : []
}

/** Returns the NSEC records of names with authoritative sets, each with the next name (RFC 4034, section 4). */
const chainOf = (zone: ServedZone, byName: ReadonlyMap<string, readonly number[]>): RecordSet[] => {
  const names = [...byName.keys()]
  return names.map((name, index) => {
    const held = [...(byName.get(name) ?? []), types.RRSIG, types.NSEC]
    const data = Buffer.concat([encodeName(names[index + 1] ?? zone.name), typeBitmap(held)])
    return { name, type: types.NSEC, ttl: negativeTtl(zone.soa), data: [data] }
  })
}

/**
 * Returns all records of a zone that a document defines completely, the SOA record first. A signed zone has its keys, an NSEC record for each
 * name, and signatures.
 */
export const zoneContents = (world: World, records: WorldRecords, zoneName: string): readonly RecordSet[] => {
  const zone = records.zones.at(zoneName)
  const found = namesIn(world, zone.name).map((name) => [name, setsAt(records, zone, name)] as const)
  const isGlue = ({ name }: RecordSet): boolean => {
    const own = records.zones.at(name).name
    return own !== zone.name && own !== name
  }
  const sets = found.flatMap(([, held]) => held).toSorted((one, other) => rank(one, zone) - rank(other, zone))
  const { signer } = zone
  if (signer === undefined) return sets
  const held = found.flatMap(([name, own]) => {
    const shown = own.filter((set) => !isGlue(set)).map(({ type }) => type)
    return shown.length === 0 ? [] : [[name, shown] as const]
  })
  const isSigned = (set: RecordSet): boolean => !isGlue(set) && !(set.type === types.NS && set.name !== zone.name)
  const chain = records.zones.faultAt(zone.name) === 'nsec-missing' ? [] : chainOf(zone, new Map(held))
  return [...sets, ...chain].flatMap((set) => (isSigned(set) ? [set, signer.sign(set)] : [set]))
}

const rank = ({ name, type }: RecordSet, zone: ServedZone): number => (name === zone.name && type === types.SOA ? 0 : 1)
