import { type DnsReply, type DnsRequest, extendedErrors, rcodes } from './message.ts'
import { isWithin } from './names.ts'
import { type RecordSet, types } from './record-data.ts'
import { allSigned, denialSection, glueSection, referralSection } from './sections.ts'
import type { WorldRecords } from './world-records.ts'
import type { ServedZone } from './zones.ts'

/** Returns the reply of a server that does not serve a name. */
export const refused = (name: string): DnsReply => ({
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

/** Follows the aliases from a name for as long as they stay in the zone (RFC 1034, section 4.3.2), up to the first one of a circle. */
const followIn = (records: WorldRecords, zone: ServedZone, name: string) => {
  const aliases: RecordSet[] = []
  for (let end = name; ;) {
    const isInZone = records.zones.at(end).name === zone.name
    const alias = isInZone ? records.aliasAt(end) : undefined
    if (alias === undefined || aliases.some((set) => set.name === end && set.type === types.CNAME))
      return { aliases, end, leadsOn: isInZone && alias === undefined }
    aliases.push(...alias.sets)
    end = alias.target
  }
}

// The types that an alias has itself.
const OF_ALIASES: ReadonlySet<number> = new Set([types.CNAME, types.NSEC, types.RRSIG, types.ANY])

const answerFrom = (records: WorldRecords, zone: ServedZone, request: DnsRequest): DnsReply => {
  const { name, type, edns } = request
  const wantsDnssec = edns?.wantsDnssec ?? false
  // The DS records of a zone below this one are in this zone (RFC 4035, section 3.1.4.1).
  const isOfChild = type === types.DS && records.aliasAt(name) === undefined
  const isFollowed = !OF_ALIASES.has(type) && !isOfChild
  const { aliases, end, leadsOn } = isFollowed
    ? followIn(records, zone, name)
    : { aliases: [], end: name, leadsOn: true }
  const kinds = type === types.ANY ? records.typesAt(end) : [type]
  const holdings = leadsOn ? kinds.map((kind) => records.find(end, kind)) : []
  const found = holdings.flatMap((holding) =>
    holding.records === undefined ? [] : [...holding.aliases, holding.records],
  )
  const answer = allSigned(records, [...aliases, ...found], wantsDnssec)
  if (found.length > 0 || !leadsOn) {
    const hosts = type === types.NS ? zone.nameservers.map(({ host }) => host) : []
    return { rcode: rcodes.NOERROR, isAuthoritative: true, answer, additional: glueSection(records, hosts) }
  }
  const holding = holdings[0] ?? records.find(end, type)
  if (holding.outcome === 'failure' || holding.outcome === 'timeout') return { rcode: rcodes.SERVFAIL }
  return {
    rcode: holding.outcome === 'nxdomain' ? rcodes.NXDOMAIN : rcodes.NOERROR,
    isAuthoritative: true,
    answer,
    authority: denialSection(records, holding, zone, wantsDnssec),
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
