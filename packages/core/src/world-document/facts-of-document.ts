import { isV6 } from '../foundation/addresses.ts'
import { encodeUtf8, octetsOfString } from '../foundation/bytes.ts'
import { CLIENT, isAddressWord, OWN_ADDRESSES } from '../world/computed-addresses.ts'
import { isInward } from '../foundation/special-addresses.ts'
import { METADATA_ADDRESSES } from '../world/hosts/inward-answers.ts'
import { isSharedZone } from '../world/names/companies.ts'
import { isTenantName, MOST_ALIASES } from '../world/names/aliases.ts'
import { undelegatedOf } from '../world/names/delegation.ts'
import {
  type DnsState,
  type Facts,
  NO_RECORDS,
  type StatedAddress,
  type StatedHost,
  type StatedMachine,
  type StatedRecords,
} from '../world/facts.ts'
import { isReverseName, isDeep, isWithin, parentName, zoneOf } from '../foundation/names.ts'
import { isHostName } from '../foundation/host-names.ts'
import { httpOf } from './http.ts'
import { dnsFaultsAt, mailRulesOf } from './rules.ts'
import type { WorldAddress, WorldDocument, WorldHost, WorldRecords } from './world-document.ts'

const DEFAULT_TTL = 3600
const DKIM_KEY = /^(.+)\._domainkey\.(.+)$/

/** Writes records in full that a document defines by their main field. */
const inFull = <Field extends string, Item extends { readonly [Key in Field]: string } & { readonly ttl?: number }>(
  field: Field,
  items: readonly (string | Item)[] | undefined,
) =>
  // The cast is safe: the object has the field.
  items?.map((item) => (typeof item === 'string' ? ({ [field]: item } as Item) : item))

/**
 * Gives the records of a set their lowest time to live, and keeps one of equal records, as servers do (RFC 2181, sections 5 and 5.2). The
 * records are in canonical form, so equal data is equal text (RFC 4034, section 6.3); `dataOf` returns other data to compare.
 */
const inSet = <Item extends { readonly ttl?: number }>(
  items: readonly Item[] | undefined,
  dataOf: (item: Item) => unknown = (item) => item,
) => {
  const ttl = Math.min(...(items ?? []).map((item) => item.ttl ?? DEFAULT_TTL))
  const found = new Map<string, Item & { readonly ttl: number }>()
  for (const item of items ?? []) {
    const record = { ...item, ttl }
    const data = JSON.stringify(dataOf(record))
    if (!found.has(data)) found.set(data, record)
  }
  return items && [...found.values()]
}

/** Joins strings into one text. Octets that are no characters of ASCII keep their escapes. */
const joined = (strings: readonly string[]): string =>
  strings.join('').replaceAll(/\\(?:(\d{3})|(.))/g, (escape, octet: string | undefined, sign: string | undefined) => {
    const code = Number(octet)
    return sign ?? (code > 31 && code < 127 ? String.fromCharCode(code) : escape)
  })

const STRING_PIECES = /[^]{1,255}/g

/** Returns the strings of a text record as servers send them, one character for each octet: the same text in other strings is other data. */
const octetsOf = ({ value, strings }: { readonly value: string; readonly strings?: readonly string[] }) =>
  strings?.map(octetsOfString) ?? encodeUtf8(value).match(STRING_PIECES) ?? ['']

/** A record of which all fields are listed, or its data. */
interface ListedRecord {
  readonly data: string
  readonly ttl?: number
}

/** Returns the records of a document as the facts of a world have them. */
const statedRecords = (records: WorldRecords): StatedRecords => {
  const { A, AAAA, CAA, CNAME, DNAME, NS, SOA, TXT, ...others } = records
  const rules = CAA?.map((rule) => {
    if (typeof rule === 'string') return { flags: 0, tag: 'issue', value: rule }
    return 'issue' in rule ? { ...rule, flags: 0, tag: 'issue', value: rule.issue } : { flags: 0, ...rule }
  })
  const texts = TXT?.map((record) => {
    if (typeof record === 'string') return { value: record }
    return 'strings' in record ? { ...record, value: joined(record.strings) } : record
  })
  const listed = Object.entries(others).map(
    // The cast is safe: only records by number have a short form, which is their data.
    ([type, items]) =>
      [type, inSet(inFull('data', items as readonly (string | ListedRecord)[] | undefined)) ?? []] as const,
  )
  const isNumber = ([type]: readonly [string, unknown]): boolean => type.startsWith('TYPE')
  const byNumber = new Map(listed.filter(isNumber).map(([type, items]) => [Number(type.slice(4)), items]))
  const stated = {
    A: inSet(inFull('address', A)),
    AAAA: inSet(inFull('address', AAAA)),
    CAA: inSet(rules, ({ flags, tag, value }) => [flags, tag, value]),
    CNAME: CNAME && inSet(inFull('target', [CNAME])),
    DNAME: DNAME && inSet(inFull('target', [DNAME])),
    NS: inSet(inFull('host', NS)),
    SOA: SOA && [SOA],
    ...Object.fromEntries(listed.filter((one) => !isNumber(one))),
    TXT: inSet(texts, octetsOf),
    others: byNumber.size === 0 ? undefined : byNumber,
  }
  const words = [...(stated.A ?? []), ...(stated.AAAA ?? [])].map(({ address }) => address)
  const isComputed =
    words.some(isAddressWord) || texts?.some(({ value, ...rest }) => value === CLIENT && !('strings' in rest)) === true
  return {
    ...Object.fromEntries(Object.entries(stated).filter(([, items]) => items !== undefined)),
    ...(isComputed && { isComputed }),
  }
}

// The ports of web and mail servers.
const SERVER_PORTS = [25, 80, 443, 465, 587, 2525]

/** Returns the ports that lead to the user's own servers, at the address that the name has by the seed. */
const relayedBy = (servedBy: WorldHost['servedBy']): Pick<StatedMachine, 'relayed'> => {
  if (servedBy === undefined || servedBy === 'self') return {}
  return { relayed: new Set(typeof servedBy === 'string' ? SERVER_PORTS : Object.keys(servedBy).map(Number)) }
}

const WEB_PORTS = { http: 80, https: 443 }

/** Returns the stated ports. A host with routes accepts connections for them, unless the document says otherwise. */
const portsOf = ({ ports, http }: WorldHost): WorldHost['ports'] => {
  // The facts of known hosts say nothing about their machines, which then cost nothing.
  if (http?.routes === undefined || 'isAbridged' in http) return ports
  const open = Object.entries(WEB_PORTS).filter(([scheme]) => (http.scheme ?? scheme) === scheme)
  return { ...Object.fromEntries(open.map(([, port]) => [port, 'open'] as const)), ...ports }
}

/** Returns the facts of a host as a world has them. */
const statedHost = (stated: WorldHost): StatedHost => {
  const { smtp, ports: own, http, ...host } = stated
  const { rules, ...mail } = smtp ?? {}
  const ports = portsOf(stated)
  return {
    ...host,
    ...(http && { http: httpOf(http, 'isAbridged' in http) }),
    machine: {
      ...(smtp && { smtp: { ...mail, ...(rules && { rules: mailRulesOf(rules) }) } }),
      ...(ports && { ports }),
      // The tools never connect to a server of the user, so the document says which ports are open.
      ...(host.servedBy === 'self' && { otherPorts: own === undefined ? 'open' : 'refused' }),
      ...relayedBy(host.servedBy),
    },
  }
}

/** Adds the address of the user's own machine to the hosts that it serves. */
const withOwnServers = (records: readonly (readonly [string, StatedRecords])[], document: WorldDocument) => {
  const stated = new Map(records)
  for (const [name, { servedBy }] of Object.entries(document.hosts ?? {}))
    if (servedBy === 'self')
      stated.set(name, { ...stated.get(name), A: [{ address: OWN_ADDRESSES[0], ttl: DEFAULT_TTL }], AAAA: [] })
  return stated
}

const NO_ADDRESSES: StatedRecords = { A: [], AAAA: [] }

/**
 * Completes the records of a name: if the document gives the name no IPv4 address, it has no IPv6 address either. A name deep in
 * a zone has only stated addresses.
 */
const withConsequences = (name: string, records: StatedRecords, isTarget: boolean): StatedRecords => {
  if (records.CNAME !== undefined) return records
  if (records.A?.length === 0) return { AAAA: [], ...records }
  return isDeep(name) && !isTarget && records.A === undefined ? { ...NO_ADDRESSES, ...records } : records
}

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

/** Adds addresses to host names in PTR records if the document defines none, so that A(PTR(address)) = address. */
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
    own[type].push({ address, ttl: DEFAULT_TTL })
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

/** Returns the selectors of the stated DKIM keys of each domain, also of those that aliases lead to. */
const selectorsIn = (records: ReadonlyMap<string, StatedRecords>): Map<string, string[]> => {
  const selectors = new Map<string, string[]>()
  for (const [name, { TXT, CNAME }] of records) {
    const [, selector, domain] = DKIM_KEY.exec(name) ?? []
    if ((TXT ?? CNAME) === undefined || selector === undefined || domain === undefined) continue
    const known = selectors.get(domain)
    if (known === undefined) selectors.set(domain, [selector])
    else known.push(selector)
  }
  return selectors
}

/** Returns the facts of a document in canonical form, with those that follow from them for every seed. */
export const factsOf = (document: WorldDocument): Facts => {
  const domains = Object.entries(document.domains ?? {})
  const statedHosts = Object.entries(document.hosts ?? {})
  const hosts = new Map(
    statedHosts.flatMap(([name, host]) => (name.startsWith('*.') ? [] : [[name, statedHost(host)] as const])),
  )
  const addresses = new Map(Object.entries(document.addresses ?? {}))
  const ownRecords = withOwnServers(
    domains.flatMap(([name, { records }]) => (records === undefined ? [] : [[name, statedRecords(records)] as const])),
    document,
  )
  const wholeZones = new Set(domains.flatMap(([name, { complete }]) => (complete === true ? [name] : [])))
  const delegated = new Set(
    [...ownRecords].flatMap(([name, { NS }]) => (NS !== undefined && zoneOf(name) !== name ? [name] : [])),
  )
  const isWhole = (name: string) => isIn(wholeZones, name, delegated)
  const records = withReverseAddresses(ownRecords, addresses, isWhole)
  const zones = new Set([...records.keys(), ...hosts.keys(), ...wholeZones].map(zoneOf))
  // The seed has no records for names that no host has.
  const hasOnlyStated = (name: string) => isWhole(name) || !isHostName(name.replace(/^\*\./, ''))
  // People state a dangling alias or mail server by a name that can't exist, such as one below .invalid.
  const canExist = (name: string) =>
    !isWhole(name) && (zones.has(zoneOf(name)) || undelegatedOf({ facts: undefined }, name) === undefined)
  const targets = new Set([
    ...[...records.values()]
      .flatMap(targetsOf)
      .filter((name) => isHostName(name) && !isReverseName(name) && canExist(name)),
    ...[...hosts.keys()].filter((name) => isDeep(name) && !isWhole(name)),
  ])
  for (const [name, stated] of records)
    records.set(
      name,
      hasOnlyStated(name) ? { ...NO_RECORDS, ...stated } : withConsequences(name, stated, targets.has(name)),
    )
  const lookUp = createLookup(records)
  const exchangers = [...records.values()].map(({ MX = [] }) => MX.filter(({ exchange }) => exchange !== '.'))
  return {
    strict: document.strict === true ? { isShared: isSharedZone } : undefined,
    states: new Map(
      domains.flatMap(([name, { dns }]): [string, DnsState][] => (dns === undefined ? [] : [[name, dns]])),
    ),
    records,
    wholeZones,
    lame: new Set(),
    delegated,
    wildcards: new Set(
      [...records.keys()].flatMap((name) => {
        const at = name.lastIndexOf('*.')
        return at === 0 || name[at - 1] === '.' ? [name.slice(at + 2)] : []
      }),
    ),
    redirections: new Set([...records].flatMap(([name, { DNAME = [] }]) => (DNAME.length > 0 ? [name] : []))),
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
    transfers: new Map(
      domains.flatMap(([name, { transfer }]) => (transfer === undefined ? [] : [[name, transfer] as const])),
    ),
    dnssec: new Map(domains.flatMap(([name, { dnssec }]) => (dnssec === undefined ? [] : [[name, dnssec] as const]))),
    firstExchanges: new Set(exchangers.flatMap(([first]) => first?.exchange ?? [])),
    exchanges: new Set(exchangers.flat().map(({ exchange }) => exchange)),
    selectors: selectorsIn(records),
    hosts,
    relayedBelow: new Map(
      statedHosts.flatMap(([name, { servedBy }]) =>
        name.startsWith('*.') ? [[name.slice(2), relayedBy(servedBy).relayed ?? new Set()] as const] : [],
      ),
    ),
    hostAddresses: new Set(
      [...records.values()].flatMap(({ A = [], AAAA = [] }) =>
        [...A, ...AAAA]
          .map(({ address }) => address)
          .filter((address) => !isAddressWord(address) && !isInward(address) && !METADATA_ADDRESSES.includes(address)),
      ),
    ),
    lists: new Map(Object.entries(document.lists ?? {})),
    dnsFaults: undefined,
    addresses: new Map([...addresses].map(([address, stated]) => [address, statedAddress(lookUp, address, stated)])),
  }
}

/** A rule with an answer of its own, in canonical form. */
interface Answer {
  readonly number: number
  readonly name: string
  readonly records: WorldRecords
}

const answersOf = ({ faults = [] }: WorldDocument): Answer[] =>
  faults.flatMap(({ do: effect, match: { name } = {} }, number) =>
    name !== undefined && typeof effect === 'object' && 'answer' in effect
      ? [{ number, name, records: effect.answer }]
      : [],
  )

/** Returns a document with the records of answers, which replace records of the same type. */
const withAnswers = (document: WorldDocument, answers: readonly Answer[]): WorldDocument => {
  const domains = new Map(Object.entries(document.domains ?? {}))
  for (const { name, records } of answers)
    domains.set(name, { ...domains.get(name), records: { ...domains.get(name)?.records, ...records } })
  return { ...document, domains: Object.fromEntries(domains) }
}

const union = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> => new Set([...one, ...other])

// Few combinations of answers ever apply: one for each rule, and one for each resolver.
const MOST_COMBINATIONS = 200

/**
 * Returns a function that returns the facts of a document at a time, with the rules for DNS queries that apply then. The targets and addresses in
 * the answers of rules always exist, because programs call them later.
 */
export const factsByTime = (document: WorldDocument, plain: Facts): ((at: number) => Facts) => {
  const { faults = [] } = document
  if (faults.length === 0) return () => plain
  const answers = answersOf(document)
  const { targets, hostAddresses, zones } = factsOf(withAnswers({}, answers))
  const known = new Map<string, Facts>()
  const factsWith = (numbers: readonly number[]): Facts => {
    const key = numbers.join()
    const before = known.get(key)
    if (before !== undefined) return before
    const facts =
      key === ''
        ? plain
        : factsOf(
            withAnswers(
              document,
              answers.filter(({ number }) => numbers.includes(number)),
            ),
          )
    const complete = {
      ...facts,
      targets: union(facts.targets, targets),
      hostAddresses: union(facts.hostAddresses, hostAddresses),
      zones: union(facts.zones, zones),
      // An answer of a rule is no delegation.
      states: plain.states,
      lame: plain.lame,
    }
    if (known.size >= MOST_COMBINATIONS) known.clear()
    known.set(key, complete)
    return complete
  }
  return (at) => {
    const rules = dnsFaultsAt(faults, at)
    const dnsFaults: Facts['dnsFaults'] = {
      rules,
      answering: (met) => ({ ...factsWith(met.map(({ number }) => number).toSorted((a, b) => a - b)), dnsFaults }),
    }
    return dnsFaults.answering([])
  }
}
