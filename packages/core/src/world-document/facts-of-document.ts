import { isV6 } from '../foundation/addresses.ts'
import { isTenantName, MOST_ALIASES } from '../world/names/aliases.ts'
import { undelegatedOf } from '../world/names/delegation.ts'
import {
  type DnsState,
  type Facts,
  NO_RECORDS,
  type StatedAddress,
  type StatedHost,
  type StatedRecords,
} from '../world/facts.ts'
import { isDeep, isWithin, parentName, zoneOf } from '../foundation/names.ts'
import { withConsequences } from './read-records.ts'
import type { WorldAddress } from './world-document.ts'

/** What the sections of a document state, by canonical name. */
interface Statements {
  readonly domains: ReadonlyMap<
    string,
    {
      readonly records: { readonly stated: StatedRecords } | undefined
      readonly isComplete: boolean
      readonly state: DnsState | undefined
    }
  >
  readonly hosts: ReadonlyMap<string, { readonly stated: StatedHost }>
  readonly addresses: ReadonlyMap<string, WorldAddress>
}

const REVERSE_TTL = 3600
const DKIM_KEY = /^(.+)\._domainkey\.(.+)$/

/** Returns whether a name is one of the domains, or below one without one of the exceptions between them. */
const isIn = (domains: ReadonlySet<string>, name: string, except: ReadonlySet<string>): boolean => {
  if (domains.size === 0) return false
  for (let at = name; at !== '.'; at = parentName(at)) if (domains.has(at) || except.has(at)) return domains.has(at)
  return false
}

/** Returns the names between a name and the top of its zone. */
const namesAbove = (name: string): string[] => {
  const zone = zoneOf(name)
  const above: string[] = []
  for (let at = parentName(name); at !== zone && isWithin(at, zone); at = parentName(at)) above.push(at)
  return above
}

/** Returns the target names of records. */
const targetsOf = ({ MX = [], NS = [], SRV = [], SOA = [], CNAME = [] }: StatedRecords): string[] => [
  ...[...MX.map(({ exchange }) => exchange), ...SRV.map(({ host }) => host)].filter((name) => name !== '.'),
  ...NS.map(({ host }) => host),
  ...SOA.map(({ primary }) => primary),
  // An alias doesn't imply that its target exists if a hosting platform assigned the target: that name exists until the platform releases
  // it.
  ...CNAME.map(({ target }) => target).filter((target) => !isTenantName(target)),
]

/** Adds addresses to host names in PTR records if the document states none, so that A(PTR(address)) = address. */
const withReverseAddresses = (
  stated: ReadonlyMap<string, StatedRecords>,
  addresses: ReadonlyMap<string, WorldAddress>,
  isWhole: (name: string) => boolean,
): Map<string, StatedRecords> => {
  const added = new Map<string, Record<'A' | 'AAAA', { address: string; ttl: number }[]>>()
  for (const [address, { ptr }] of addresses) {
    if (ptr === undefined || ptr === null || isWhole(ptr)) continue
    const type = isV6(address) ? 'AAAA' : 'A'
    const existing = stated.get(ptr)
    if (existing?.CNAME !== undefined || existing?.[type] !== undefined) continue
    const own = added.get(ptr) ?? { A: [], AAAA: [] }
    own[type].push({ address, ttl: REVERSE_TTL })
    added.set(ptr, own)
  }
  const records = new Map(stated)
  for (const [name, { A, AAAA }] of added)
    records.set(name, {
      ...records.get(name),
      ...(A.length === 0 ? {} : { A }),
      ...(AAAA.length === 0 ? {} : { AAAA }),
    })
  return records
}

/** Returns a function that returns the addresses to which a name resolves. Many addresses may have the same name. */
const createLookup = (records: ReadonlyMap<string, StatedRecords>): ((name: string) => ReadonlySet<string>) => {
  const known = new Map<string, ReadonlySet<string>>()
  const endOf = (name: string): string => {
    let end = name
    for (let followed = 0; followed < MOST_ALIASES; followed++) end = records.get(end)?.CNAME?.[0]?.target ?? end
    return end
  }
  return (name) => {
    const end = endOf(name)
    const { A = [], AAAA = [] } = records.get(end) ?? {}
    const found = known.get(end) ?? new Set([...A, ...AAAA].map(({ address }) => address))
    known.set(end, found)
    return found
  }
}

const statedAddress = (
  lookUp: (name: string) => ReadonlySet<string>,
  address: string,
  { listed, ptr }: WorldAddress,
): StatedAddress => ({
  listed,
  reverse: typeof ptr === 'string' ? { hostname: ptr, confirmed: lookUp(ptr).has(address) } : ptr,
})

/** Returns the selectors of the stated DKIM keys of each domain. */
const selectorsIn = (records: ReadonlyMap<string, StatedRecords>): Map<string, string[]> => {
  const selectors = new Map<string, string[]>()
  for (const [name, { TXT }] of records) {
    const [, selector, domain] = DKIM_KEY.exec(name) ?? []
    if (TXT === undefined || selector === undefined || domain === undefined) continue
    selectors.set(domain, [...(selectors.get(domain) ?? []), selector])
  }
  return selectors
}

/** Returns the facts of a document, with those that follow from them for every seed. */
export const factsOf = ({ domains, hosts, addresses }: Statements): Facts => {
  const said = new Map(
    [...domains].flatMap(([name, { records }]) => (records === undefined ? [] : [[name, records.stated]])),
  )
  const wholeZones = new Set([...domains].flatMap(([name, { isComplete }]) => (isComplete ? [name] : [])))
  const delegated = new Set(
    [...said].flatMap(([name, { NS }]) => (NS !== undefined && zoneOf(name) !== name ? [name] : [])),
  )
  const isWhole = (name: string) => isIn(wholeZones, name, delegated)
  const records = withReverseAddresses(said, addresses, isWhole)
  const zones = new Set([...records.keys(), ...wholeZones].map(zoneOf))
  // People state a dangling alias or mail server by a name that can't exist, such as one below .invalid.
  const canExist = (name: string) =>
    !isWhole(name) && (zones.has(zoneOf(name)) || undelegatedOf({ facts: undefined }, name) === undefined)
  const targets = new Set([
    ...[...records.values()].flatMap(targetsOf).filter(canExist),
    ...[...hosts.keys()].filter((name) => isDeep(name) && !isWhole(name)),
  ])
  for (const [name, stated] of records)
    records.set(name, isWhole(name) ? { ...NO_RECORDS, ...stated } : withConsequences(name, stated, targets.has(name)))
  const lookUp = createLookup(records)
  const exchangers = [...records.values()].map(({ MX = [] }) => MX.filter(({ exchange }) => exchange !== '.'))
  return {
    states: new Map([...domains].flatMap(([name, { state }]) => (state === undefined ? [] : [[name, state]]))),
    records,
    wholeZones,
    delegated,
    hasWildcards: [...records.keys()].some((name) => name.startsWith('*.')),
    targets,
    sharedZones: new Set(
      [...records].flatMap(([name, stated]) =>
        targetsOf(stated)
          .map(zoneOf)
          .filter((zone) => zone !== zoneOf(name)),
      ),
    ),
    zones,
    parents: new Set([...records.keys(), ...targets].flatMap(namesAbove)),
    firstExchanges: new Set(exchangers.flatMap(([first]) => first?.exchange ?? [])),
    exchanges: new Set(exchangers.flat().map(({ exchange }) => exchange)),
    selectors: selectorsIn(records),
    hosts: new Map([...hosts].map(([name, { stated }]) => [name, stated])),
    hostAddresses: new Set(
      [...records.values()].flatMap(({ A = [], AAAA = [] }) => [...A, ...AAAA].map(({ address }) => address)),
    ),
    addresses: new Map([...addresses].map(([address, stated]) => [address, statedAddress(lookUp, address, stated)])),
  }
}
