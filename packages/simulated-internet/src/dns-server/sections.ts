import { delegationDenial, nameDenial, recordsDenial } from './denial.ts'
import { type RecordSet, types } from './record-data.ts'
import { type Holding, type WorldRecords, zoneOfSet } from './world-records.ts'
import { negativeTtl, type ServedZone } from './zones.ts'

/** Returns a record set and, if the client wants it and the zone is signed, its signature. */
const signed = (set: RecordSet, zone: ServedZone, wantsDnssec: boolean): RecordSet[] =>
  wantsDnssec && zone.signer !== undefined && set.isSynthesized !== true && set.type !== types.RRSIG
    ? [set, zone.signer.sign(set)]
    : [set]

/** Returns record sets and, if the client wants them, the signatures of their zones. */
export const allSigned = (
  { zones }: WorldRecords,
  sets: readonly RecordSet[],
  wantsDnssec: boolean,
): readonly RecordSet[] => (wantsDnssec ? sets.flatMap((set) => signed(set, zoneOfSet(zones, set), true)) : sets)

const denialsOf = (records: WorldRecords, { outcome, target }: Holding, zone: ServedZone, ttl: number): RecordSet[] => {
  if (outcome === 'nxdomain') {
    const closest = records.closestAbove(target)
    return nameDenial(target, closest, ttl, () => records.typesAt(closest))
  }
  // If the name is a delegated zone, this zone has only its NS and DS records.
  const below = records.zones.at(target)
  if (below.name === target && below !== zone) return [delegationOf(below, ttl)]
  return [recordsDenial(target, records.typesAt(target), ttl)]
}

const delegationOf = ({ name, ds }: ServedZone, ttl: number): RecordSet =>
  delegationDenial(name, ds === undefined ? [types.NS] : [types.NS, types.DS], ttl)

/** Returns the authority section of an answer without records: the SOA record of the zone and, if wanted, the NSEC records. */
export const denialSection = (
  records: WorldRecords,
  holding: Holding,
  zone: ServedZone,
  wantsDnssec: boolean,
): RecordSet[] => {
  const ttl = negativeTtl(zone.soa)
  const soa = signed({ ...zone.soa, ttl }, zone, wantsDnssec)
  if (!wantsDnssec || zone.signer === undefined || records.zones.faultAt(zone.name) === 'nsec-missing') return soa
  return [...soa, ...denialsOf(records, holding, zone, ttl).flatMap((set) => signed(set, zone, true))]
}

/** Returns the authority section of a referral: the NS records of a zone and its DS record, or the proof that it has no DS record. */
export const referralSection = (child: ServedZone, parent: ServedZone, wantsDnssec: boolean): RecordSet[] => {
  if (!wantsDnssec || parent.signer === undefined) return [child.ns]
  const proof = child.ds ?? delegationOf(child, negativeTtl(parent.soa))
  return [child.ns, ...signed(proof, parent, true)]
}

/** Returns the address records of nameservers. */
export const glueSection = (records: WorldRecords, hosts: readonly string[]): RecordSet[] =>
  hosts.flatMap((host) => {
    const sets = [records.addressesOf(host, 'A'), records.addressesOf(host, 'AAAA')]
    return sets.filter((set) => set !== undefined)
  })
