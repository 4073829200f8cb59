import { type ZoneFault, zoneFaults } from '@netbox/core/dns'
import { type DnsReply, type DnsRequest, extendedErrors, rcodes } from './message.ts'
import { type RecordSet, types } from './record-data.ts'
import { allSigned, denialSection } from './sections.ts'
import { type Holding, type WorldRecords, zoneOfSet } from './world-records.ts'
import type { ServedZone } from './zones.ts'

/** A resolver of the world. */
export interface Resolver {
  /** The address of a public resolver, which may have stale records in its cache; undefined for the resolver of the tools. */
  readonly server: string | undefined
  readonly validates: boolean
}

const keyTagAt = (set: RecordSet | undefined): number | undefined => set?.data[0]?.readUInt16BE(0)

const errorOf = (name: string, fault: ZoneFault): NonNullable<DnsReply['extendedError']> => ({
  code: zoneFaults[fault].extendedError,
  text: `${name}.: ${zoneFaults[fault].problem}`,
})

const bogusReply = ({ name, ds }: ServedZone, fault: ZoneFault | undefined): DnsReply => ({
  rcode: rcodes.SERVFAIL,
  recursionAvailable: true,
  extendedError:
    fault === undefined
      ? {
          code: extendedErrors.dnskeyMissing,
          text: `no DNSKEY of ${name}. has the key tag ${keyTagAt(ds)} of its DS record`,
        }
      : errorOf(name, fault),
})

const setsOf = (holdings: readonly Holding[]): RecordSet[] => {
  const sets = [...(holdings[0]?.aliases ?? [])]
  for (const { records } of holdings) if (records !== undefined) sets.push(records)
  return sets
}

const zoneWithout = ({ zones }: WorldRecords, { target }: Holding, type: number): ServedZone => {
  const zone = zones.at(target)
  return type === types.DS && zone.name === target && zone.parent !== null ? zones.at(zone.parent) : zone
}

/**
 * Answers as a resolver does: with the aliases and the records of the last target, validated. Returns undefined if the resolver gets no answer
 * within the number of tries. Without that number, the resolver always gets an answer.
 */
export const answerRecursively = (
  records: WorldRecords,
  request: DnsRequest,
  { server, validates }: Resolver,
  tries?: number,
): DnsReply | undefined => {
  const { name, type, edns, checkingDisabled, wantsAuthentic } = request
  const wantsDnssec = edns?.wantsDnssec ?? false
  const find = (kind: number): Holding => records.find(name, kind, { server, tries })
  const holdings = type === types.ANY ? records.typesAt(name).map(find) : [find(type)]
  const sets = setsOf(holdings)
  const holding = holdings[0] ?? find(type)
  if (tries !== undefined && holding.outcome === 'timeout') return undefined
  if (holding.outcome === 'failure' || holding.outcome === 'timeout')
    return {
      rcode: rcodes.SERVFAIL,
      recursionAvailable: true,
      extendedError: { code: extendedErrors.noReachableAuthority, text: `no nameserver answers for ${name}` },
    }
  const isEmpty = holding.outcome !== 'found'
  const missing = isEmpty ? zoneWithout(records, holding, type) : undefined
  const states = sets.map((set) =>
    set.type === types.DS ? zoneOfSet(records.zones, set).state : records.zones.stateAt(set.name),
  )
  if (missing !== undefined) states.push(missing.state)
  const isValidated = validates && !checkingDisabled
  if (isValidated && states.includes('bogus')) {
    const zones = sets.map((set) => zoneOfSet(records.zones, set))
    const bogus = zones.find(({ state }) => state === 'bogus') ?? missing
    if (bogus !== undefined) return bogusReply(bogus, records.zones.faultAt(bogus.name))
  }
  if (isValidated && missing !== undefined && records.zones.faultAt(missing.name) === 'nsec-missing')
    return bogusReply(missing, 'nsec-missing')
  // Resolvers say why they treat a signed zone as unsigned.
  const unsigned = isValidated && states.includes('insecure') ? records.zones.faultAt(holding.target) : undefined
  return {
    rcode: holding.outcome === 'nxdomain' ? rcodes.NXDOMAIN : rcodes.NOERROR,
    recursionAvailable: true,
    // Signatures have no signatures, so resolvers can't validate them (RFC 4035, section 2.2).
    isAuthentic: wantsAuthentic && isValidated && type !== types.RRSIG && states.every((state) => state === 'secure'),
    ...(unsigned && { extendedError: errorOf(records.zones.at(holding.target).name, unsigned) }),
    answer: allSigned(records, sets, wantsDnssec),
    authority: missing === undefined ? [] : denialSection(records, holding, missing, wantsDnssec),
  }
}
