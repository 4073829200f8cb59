import { isNewerSerial, recordTypeName } from '@netbox/core/dns'
import { isComputed } from '../world-files/zone-values.ts'
import { rcodes } from './message.ts'
import { isWithin } from './names.ts'
import type { MessageRecord } from './read-records.ts'
import { type RecordSet, types } from './record-data.ts'
import { hasEqualData, type ZoneDraft } from './zone-draft.ts'

/* The processing of updates (RFC 2136, section 3). */

const IN = 1
const NONE = 254
const ANY = 255
const LONGEST_TTL = 0x7fff_ffff
const SERIAL_OFFSET = 20

/** An update that can't be made: its code, and what the log says about it. */
export class UpdateRefused extends Error {
  readonly rcode: number

  constructor(rcode: number, message: string) {
    super(message)
    this.rcode = rcode
  }
}

const refuse = (rcode: number, message: string): never => {
  throw new UpdateRefused(rcode, message)
}

const malformed = (message: string): never => refuse(rcodes.FORMERR, message)

/** Returns whether a type exists in no zone (RFC 6895, section 3.1). */
const isMeta = (type: number): boolean => type === types.OPT || (type >= 128 && type <= 255)

const textOf = ({ name, type }: Pick<MessageRecord, 'name' | 'type'>): string => `${name} ${recordTypeName(type)}`

const requireInZone = ({ zone }: ZoneDraft, { name }: MessageRecord): void => {
  if (!isWithin(name, zone)) refuse(rcodes.NOTZONE, `${name} is not in ${zone}`)
}

/** Adds a record to a set. The records of a set have one time to live: the last one's (RFC 2181, section 5.2). */
const withRecord = (set: RecordSet | undefined, { name, type, ttl, data }: MessageRecord): RecordSet => ({
  name,
  type,
  ttl: ttl > LONGEST_TTL ? 0 : ttl,
  data: [...(set?.data ?? []).filter((octets) => !octets.equals(data)), data],
})

/** Throws if a prerequisite is not met (RFC 2136, section 3.2). */
const requirePrerequisites = (zone: ZoneDraft, prerequisites: readonly MessageRecord[]): void => {
  const wanted = new Map<string, RecordSet>()
  for (const record of prerequisites) {
    const { name, type, class: kind, ttl, data } = record
    if (ttl !== 0) malformed('a prerequisite has a time to live')
    requireInZone(zone, record)
    if (kind === ANY || kind === NONE) {
      if (data.length > 0) malformed('a prerequisite has data')
      const isUsed = type === ANY ? zone.typesAt(name).length > 0 : zone.setAt(name, type) !== undefined
      if (kind === ANY && !isUsed) {
        if (type === ANY) refuse(rcodes.NXDOMAIN, `${name} has no records`)
        refuse(rcodes.NXRRSET, `there are no records ${textOf(record)}`)
      }
      if (kind === NONE && isUsed) {
        if (type === ANY) refuse(rcodes.YXDOMAIN, `${name} has records`)
        refuse(rcodes.YXRRSET, `there are records ${textOf(record)}`)
      }
    } else if (kind === IN && !isMeta(type)) wanted.set(textOf(record), withRecord(wanted.get(textOf(record)), record))
    else malformed('a prerequisite has a class or a type that none has')
  }
  for (const [text, set] of wanted)
    if (!hasEqualData(set, zone.setAt(set.name, set.type))) refuse(rcodes.NXRRSET, `the records ${text} are others`)
}

/** Throws for updates that are malformed or that no document can define (RFC 2136, section 3.4.1). */
const requireUpdates = (zone: ZoneDraft, updates: readonly MessageRecord[]): void => {
  for (const record of updates) {
    const { type, class: kind, ttl, data } = record
    requireInZone(zone, record)
    const isWrong =
      kind === IN
        ? isMeta(type) || data.length === 0
        : kind === ANY
          ? ttl !== 0 || data.length > 0 || (isMeta(type) && type !== ANY)
          : kind !== NONE || ttl !== 0 || isMeta(type)
    if (isWrong) malformed('an update has a class, a type, a time to live or data that none has')
    if (kind === IN && isComputed(recordTypeName(type)))
      refuse(rcodes.REFUSED, `netbox computes the ${recordTypeName(type)} records of its zones`)
  }
}

const serialOf = ({ data: [octets] }: Pick<RecordSet, 'data'>): number =>
  octets?.readUInt32BE(octets.length - SERIAL_OFFSET) ?? 0

const add = (zone: ZoneDraft, record: MessageRecord): void => {
  const { name, type, data } = record
  const set = zone.setAt(name, type)
  if (type === types.SOA) {
    if (name === zone.zone && set !== undefined && isNewerSerial(serialOf({ data: [data] }), serialOf(set)))
      zone.put(name, type, withRecord(undefined, record))
  } else if (type === types.CNAME) {
    if (zone.typesAt(name).every((other) => other === types.CNAME)) zone.put(name, type, withRecord(undefined, record))
  } else if (zone.setAt(name, types.CNAME) === undefined)
    zone.put(name, type, withRecord(type === types.DNAME ? undefined : set, record))
}

/** Deletes sets, but not the SOA and NS records of the zone itself. */
const deleteSets = (zone: ZoneDraft, name: string, deleted: readonly number[]): void => {
  for (const type of deleted)
    if (name !== zone.zone || (type !== types.SOA && type !== types.NS)) zone.put(name, type, undefined)
}

const deleteRecord = (zone: ZoneDraft, { name, type, data }: MessageRecord): void => {
  const set = zone.setAt(name, type)
  if (set === undefined || type === types.SOA) return
  const left = set.data.filter((octets) => !octets.equals(data))
  if (left.length === 0 && name === zone.zone && type === types.NS) return
  if (left.length < set.data.length)
    zone.put(name, type, left.length === 0 ? undefined : { name, type, ttl: set.ttl, data: left })
}

/** Gives a changed zone a new serial number, unless the update has one (RFC 2136, section 3.6). */
const raiseSerial = (zone: ZoneDraft): void => {
  const soa = zone.setAt(zone.zone, types.SOA)
  const [octets] = soa?.data ?? []
  const changes = zone.changes()
  if (soa === undefined || octets === undefined || changes.length === 0) return
  if (changes.some(({ name, type }) => name === zone.zone && type === types.SOA)) return
  const raised = Buffer.from(octets)
  raised.writeUInt32BE((serialOf(soa) + 1) >>> 0 || 1, octets.length - SERIAL_OFFSET)
  zone.put(zone.zone, types.SOA, { ...soa, data: [raised] })
}

/** Changes a zone as an update says, completely or not at all. Throws an `UpdateRefused` with the code of the response. */
export const updateZone = (
  zone: ZoneDraft,
  prerequisites: readonly MessageRecord[],
  updates: readonly MessageRecord[],
): void => {
  requirePrerequisites(zone, prerequisites)
  requireUpdates(zone, updates)
  for (const record of updates) {
    const { name, type, class: kind } = record
    if (kind === IN) add(zone, record)
    else if (kind === NONE) deleteRecord(zone, record)
    else deleteSets(zone, name, type === ANY ? zone.typesAt(name) : [type])
  }
  raiseSerial(zone)
}

/** Returns the serial number of a zone. */
export const serialOfZone = (zone: ZoneDraft): number => {
  const soa = zone.setAt(zone.zone, types.SOA)
  return soa === undefined ? 0 : serialOf(soa)
}
