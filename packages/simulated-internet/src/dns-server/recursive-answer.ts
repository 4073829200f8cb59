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

const bogusReply = ({ name, ds }: ServedZone): DnsReply => ({
  rcode: rcodes.SERVFAIL,
  recursionAvailable: true,
  extendedError: {
    code: extendedErrors.dnskeyMissing,
    text: `no DNSKEY of ${name}. has the key tag ${keyTagAt(ds)} of its DS record`,
  },
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
    return { rcode: rcodes.SERVFAIL, recursionAvailable: true }
  const isEmpty = holding.outcome !== 'found'
  const missing = isEmpty ? zoneWithout(records, holding, type) : undefined
  const states = sets.map((set) =>
    set.type === types.DS ? zoneOfSet(records.zones, set).state : records.zones.stateAt(set.name),
  )
  if (missing !== undefined) states.push(missing.state)
  if (validates && !checkingDisabled && states.includes('bogus')) {
    const zones = sets.map((set) => zoneOfSet(records.zones, set))
    const bogus = zones.find(({ state }) => state === 'bogus') ?? missing
    if (bogus !== undefined) return bogusReply(bogus)
  }
  return {
    rcode: holding.outcome === 'nxdomain' ? rcodes.NXDOMAIN : rcodes.NOERROR,
    recursionAvailable: true,
    // Signatures have no signatures, so resolvers can't validate them (RFC 4035, section 2.2).
    isAuthentic:
      wantsAuthentic &&
      validates &&
      !checkingDisabled &&
      type !== types.RRSIG &&
      states.every((state) => state === 'secure'),
    answer: allSigned(records, sets, wantsDnssec),
    authority: missing === undefined ? [] : denialSection(records, holding, missing, wantsDnssec),
  }
}
