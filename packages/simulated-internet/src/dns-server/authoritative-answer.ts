import { type DnsReply, type DnsRequest, extendedErrors, rcodes } from './message.ts'
import { isWithin } from './names.ts'
import { type RecordSet, types } from './record-data.ts'
import { allSigned, denialSection, glueSection, referralSection } from './sections.ts'
import { type Holding, type WorldRecords, zoneOfSet } from './world-records.ts'
import type { ServedZone } from './zones.ts'

const refused = (name: string): DnsReply => ({
  rcode: rcodes.REFUSED,
  extendedError: { code: extendedErrors.notAuthoritative, text: `this server is not authoritative for ${name}` },
})

const refer = (records: WorldRecords, child: ServedZone, parent: ServedZone, wantsDnssec: boolean): DnsReply => {
  const hosts = child.nameservers.map(({ host }) => host).filter((host) => isWithin(host, parent.name))
  return {
    rcode: rcodes.NOERROR,
    authority: referralSection(child, parent, wantsDnssec),
    additional: glueSection(records, hosts),
    // If all nameservers have names in the child zone, clients can't find their addresses elsewhere.
    needsAdditional: hosts.every((host) => isWithin(host, child.name)),
  }
}

/** Returns only the record sets that are in the zone. The target of an alias may be in another zone. */
const setsIn = (records: WorldRecords, zone: ServedZone, holdings: readonly Holding[]): RecordSet[] => {
  const sets = holdings.flatMap(({ alias, records: found }) => [alias, found].filter((set) => set !== undefined))
  return sets.filter((set, index) => zoneOfSet(records.zones, set) === zone && sets.indexOf(set) === index)
}

const answerFrom = (records: WorldRecords, zone: ServedZone, request: DnsRequest): DnsReply => {
  const { name, type, edns } = request
  const wantsDnssec = edns?.wantsDnssec ?? false
  const kinds = type === types.ANY ? records.typesAt(name) : [type]
  const holdings = kinds.map((kind) => records.find(name, kind))
  const sets = setsIn(records, zone, holdings)
  if (sets.length > 0) {
    const hosts = type === types.NS ? zone.nameservers.map(({ host }) => host) : []
    return {
      rcode: rcodes.NOERROR,
      isAuthoritative: true,
      answer: allSigned(records, sets, wantsDnssec),
      additional: glueSection(records, hosts),
    }
  }
  const holding = holdings[0] ?? records.find(name, type)
  if (holding.outcome === 'failure' || holding.outcome === 'timeout') return { rcode: rcodes.SERVFAIL }
  return {
    rcode: holding.outcome === 'no-name' ? rcodes.NXDOMAIN : rcodes.NOERROR,
    isAuthoritative: true,
    authority: denialSection(records, { ...holding, target: name }, zone, wantsDnssec),
  }
}

/** Answers like the nameserver at an address of the world: with records of its own zones, or with a referral to a zone below them. */
export const answerWithAuthority = (records: WorldRecords, request: DnsRequest, server: string): DnsReply => {
  const { name, type, edns } = request
  const chain = records.zones.chainTo(name)
  const serves = ({ nameservers }: ServedZone) => nameservers.some(({ addresses }) => addresses.includes(server))
  // DS records of a zone are in the parent zone, which answers for them (RFC 4035, section 3.1.4.1).
  const isOfParent = type === types.DS && chain.length > 1 && chain.at(-1)?.name === name
  const upper = isOfParent ? chain.slice(0, -1) : chain
  const at = upper.findLastIndex(serves)
  const zone = upper[at] ?? chain.findLast(serves)
  if (zone === undefined) return refused(name)
  const child = at < 0 ? undefined : upper[at + 1]
  return child === undefined
    ? answerFrom(records, zone, request)
    : refer(records, child, zone, edns?.wantsDnssec ?? false)
}
