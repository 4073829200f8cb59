import { type FieldPath, WorldDocumentError } from '../errors/document-errors.ts'
import { isObject } from '../foundation/is-object.ts'
import { parentName, zoneOf } from '../foundation/names.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import { recordTypeName, recordTypeNumber, recordTypeOf } from '../protocols/record-types.ts'
import { OWN_ADDRESSES } from '../world/computed-addresses.ts'
import type { DnsState, Facts, StatedMachine } from '../world/facts.ts'
import { ownerOf } from './document-values.ts'
import { factsByTime, factsOf } from './facts-of-document.ts'
import { nameserverWarnings, withLameDelegations, type WorldWarning } from './lame-delegations.ts'
import { worldDocument, type WorldDocument, type WorldDomain, type WorldRecords } from './world-document.ts'

/** The result of reading a world document. */
export interface ReadWorld {
  /** Returns the facts at a time, in epoch milliseconds. Only rules for queries depend on it. */
  readonly factsAt: (at: number) => Facts
  /** The scenarios of individual domains. */
  readonly scenarios: readonly { readonly domain: string; readonly scenario: ScenarioText }[]
  /** The canonical form, which does not depend on the order of statements: equal documents have the same form. */
  readonly document: WorldDocument
  /** Remarks on statements that are allowed, but that people seldom want, such as a nameserver without an address. */
  readonly warnings: readonly WorldWarning[]
}

const refuse = (path: FieldPath, reason: string): never => {
  throw new WorldDocumentError(path, reason)
}

const SMTP_PORT = 25

// It is reserved (RFC 6895, section 3.1).
const LAST_TYPE = 65_535

/** Throws for the number of a type that has a field, that netbox computes, or that only queries have (RFC 6895, section 3.1). */
const requireOther = (field: string, path: FieldPath): void => {
  const number = /^TYPE(\d+)$/.exec(field)?.[1]
  if (number === undefined) return
  const name = recordTypeName(Number(number))
  const { isRead = false, isComputed = false } = recordTypeOf(name) ?? {}
  // netbox computes the PTR records of addresses. Services have PTR records in other zones (RFC 6763, section 4.1).
  if ((isRead || isComputed) && name !== 'PTR') refuse(path, `${name} records can't be listed by number.`)
  if (Number(number) >= LAST_TYPE || recordTypeNumber(field) === undefined)
    refuse(path, `No records have the type ${number} (RFC 6895).`)
}

/** Throws for records that a name can't have. */
const requireRecords = (name: string, records: WorldRecords, path: FieldPath): void => {
  const types = Object.keys(records)
  for (const type of types) requireOther(type, [...path, type])
  const isTop = zoneOf(name) === name
  if (records.CNAME !== undefined) {
    const other = types.find((type) => type !== 'CNAME')
    const alone = 'An alias has no other records (RFC 1034, section 3.6.2)'
    if (other !== undefined) refuse([...path, 'CNAME'], `${alone}, but ${other} is listed too.`)
    const top = 'The top of a zone cannot be an alias: its SOA and NS records are there (RFC 1034, section 3.6.2).'
    if (isTop) refuse([...path, 'CNAME'], top)
  }
  if (records.NS !== undefined && name.startsWith('*.'))
    refuse([...path, 'NS'], 'A wildcard has no NS records (RFC 4592, section 4.2).')
  if (records.DNAME !== undefined && name.startsWith('*.'))
    refuse([...path, 'DNAME'], 'A wildcard has no DNAME record (RFC 6672, section 3.3).')
  // NS records below the top of a zone delegate a zone.
  if (records.SOA !== undefined && records.NS === undefined && !isTop)
    refuse(
      [...path, 'SOA'],
      `SOA records belong to a zone. List them under ${zoneOf(name)}, or list the NS records of ${name} too.`,
    )
}

/** The fields that only the top of a zone has. */
const zoneFieldNames = ['dnssec', 'update', 'transfer', 'secondaries'] as const

/** Throws for statements about one domain that contradict each other. */
const requireDomain = (name: string, domain: WorldDomain, path: FieldPath): void => {
  const { records, dns } = domain
  if (records !== undefined) requireRecords(name, records, [...path, 'records'])
  if (dns !== undefined && records !== undefined)
    refuse([...path, 'dns'], `With '${dns}', resolvers get no records, but the document also lists records.`)
  const ofZone = zoneFieldNames.find((field) => domain[field] !== undefined)
  if (ofZone !== undefined && zoneOf(name) !== name && records?.NS === undefined)
    refuse(
      [...path, ofZone],
      `${ofZone === 'dnssec' ? 'DNSSEC' : `'${ofZone}'`} belongs to a zone. State it under ${zoneOf(name)}, or list the NS records of ${name} too.`,
    )
  if (domain.secondaries !== undefined && domain.transfer === undefined)
    refuse([...path, 'secondaries'], "Secondaries copy the zone: say in 'transfer' who may.")
  if (domain.transfer !== undefined && domain.complete !== true)
    refuse([...path, 'transfer'], 'Servers transfer whole zones: list all records, and write complete: true.')
  const other = Object.keys(domain).find((field) => field !== 'records')
  if (name.startsWith('*.') && other !== undefined)
    refuse([...path, other], `A wildcard has only records. List it under ${parentName(name)}.`)
}

type Domains = ReadonlyMap<string, WorldDomain>

/** Returns the first value that a lookup has for a name or a name above it. */
const nearest = <Value>(name: string, lookUp: (name: string) => Value | undefined): Value | undefined => {
  for (let at = name; at !== '.'; at = parentName(at)) {
    const found = lookUp(at)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the name itself or the nearest name above it with a stated answer. */
const stateAbove = (domains: Domains, name: string): [string, DnsState] | undefined =>
  nearest(name, (at) => {
    const state = domains.get(at)?.dns
    return state && [at, state]
  })

/** Returns the facts about a machine as text, with a key for each. */
const machineFactsOf = (machine: StatedMachine): (readonly [key: string, value: string])[] => [
  ...(machine.smtp?.state === undefined ? [] : [[`ports.${SMTP_PORT}`, JSON.stringify(machine.smtp.state)] as const]),
  ...Object.entries(machine).flatMap(([field, value]: [string, unknown]) =>
    isObject(value)
      ? Object.entries(value).map(([key, one]) => [`${field}.${key}`, JSON.stringify(one)] as const)
      : [[field, JSON.stringify(value)] as const],
  ),
]

/** Throws if the document defines different facts for two names with the same address. */
const requireOneMachine = ({ hosts, records }: Facts): void => {
  const known = new Map<string, { readonly name: string; readonly value: string }>()
  for (const [name, { machine }] of hosts) {
    const { A = [], AAAA = [] } = records.get(name) ?? {}
    for (const { address } of [...A, ...AAAA])
      for (const [key, value] of machineFactsOf(machine)) {
        const other = known.get(`${address} ${key}`)
        if (other !== undefined && other.value !== value)
          refuse(
            ['hosts', name],
            `${name} and ${other.name} have the same address (${address}), so the document must list the same facts for both.`,
          )
        known.set(`${address} ${key}`, { name, value })
      }
  }
}

/** Throws for answers of rules that a name can't have. */
const requireAnswers = ({ faults = [] }: WorldDocument, domains: Domains): void => {
  for (const [index, { do: effect, match: { name } = {} }] of faults.entries()) {
    if (typeof effect !== 'object' || !('answer' in effect) || name === undefined) continue
    const path = ['faults', index, 'do', 'answer']
    const above = stateAbove(domains, name)
    if (above !== undefined) refuse(path, `'dns' of ${above[0]} is '${above[1]}', which applies to ${name} too.`)
    requireRecords(name, { ...domains.get(name)?.records, ...effect.answer }, path)
  }
}

/** Throws for statements that contradict each other. */
const requireConsistent = (document: WorldDocument, facts: Facts): void => {
  const domains = new Map(Object.entries(document.domains ?? {}))
  for (const [name, domain] of domains) {
    requireDomain(name, domain, ['domains', name])
    const path = ['domains', name, 'records']
    const above = stateAbove(domains, name)
    if (domain.records === undefined) continue
    if (above !== undefined) refuse(path, `'dns' of ${above[0]} is '${above[1]}', which applies to ${name} too.`)
  }
  for (const [name, host] of Object.entries(document.hosts ?? {})) {
    const { smtp, ports, certificate, servedBy, http } = host
    const { A, AAAA, CNAME } = domains.get(name)?.records ?? {}
    if (servedBy === 'self' && (A ?? AAAA ?? CNAME) !== undefined)
      refuse(
        ['hosts', name, 'servedBy'],
        `'servedBy' gives ${name} the address ${OWN_ADDRESSES[0]}, but the document lists other records of its address.`,
      )
    const strange = name.startsWith('*.') ? Object.keys(host).find((field) => field !== 'servedBy') : undefined
    if (strange !== undefined || (name.startsWith('*.') && (servedBy === undefined || servedBy === 'self')))
      refuse(
        ['hosts', name, ...(strange === undefined ? [] : [strange])],
        "The hosts below a name have only 'servedBy' in common, with ports: { 443: ':4009' }.",
      )
    if (certificate?.key !== undefined && certificate.fault === 'weak-key')
      refuse(
        ['hosts', name, 'certificate', 'key'],
        "A certificate with the fault 'weak-key' has a key of RSA, 1024 bits.",
      )
    if (certificate?.names !== undefined && certificate.fault === 'no-san')
      refuse(['hosts', name, 'certificate', 'names'], "A certificate with the fault 'no-san' has a common name only.")
    if (certificate?.fault === 'not-yet-valid' && certificate.expires !== undefined)
      refuse(
        ['hosts', name, 'certificate', 'expires'],
        "A certificate that is 'not-yet-valid' has the dates of the seed.",
      )
    const hasOwnMail = typeof servedBy === 'string' || servedBy?.[SMTP_PORT] !== undefined
    if (smtp?.rules !== undefined && (hasOwnMail || (smtp.state ?? 'open') !== 'open'))
      refuse(
        ['hosts', name, 'smtp', 'rules'],
        !hasOwnMail
          ? `Clients meet no rules where smtp.state is '${smtp.state}'.`
          : 'The rules of your own server are its own.',
      )
    if (http?.routes !== undefined && servedBy !== undefined)
      refuse(['hosts', name, 'http', 'routes'], 'The pages of your own server are its own.')
    if (http !== undefined && servedBy === 'self')
      refuse(
        ['hosts', name, 'http', 'rules'],
        "Clients reach your own server directly. For rules, list its ports, as in servedBy: { 443: ':4009' }.",
      )
    const answer = ports?.[SMTP_PORT]
    if (smtp?.state !== undefined && answer !== undefined && smtp.state !== answer)
      refuse(['hosts', name, 'ports', '25'], `Port 25 can't be '${answer}' where smtp.state is '${smtp.state}'.`)
    const above = stateAbove(domains, name)
    if (above !== undefined)
      refuse(['hosts', name], `'dns' of ${above[0]} is '${above[1]}', so nobody reaches ${name}.`)
  }
  requireAnswers(document, domains)
  requireOneMachine(facts)
}

/** Returns the path of a field in canonical form as the document writes it. */
const writtenPath = (given: WorldDocument, [section, name, ...path]: FieldPath): FieldPath => {
  if (section === 'faults') return [section, ...(name === undefined ? [] : [name]), ...path]
  const names = Object.keys(given[section as keyof WorldDocument] ?? {})
  const written = names.find((key) => ownerOf(key, []) === name) ?? name
  return [section, written, ...path].filter((key) => key !== undefined)
}

/** Runs a check of a document in canonical form. Its error names the fields as the document writes them. */
const asWritten = (given: WorldDocument, check: () => void): void => {
  try {
    check()
  } catch (error) {
    if (!(error instanceof WorldDocumentError)) throw error
    throw new WorldDocumentError(writtenPath(given, error.path), error.reason)
  }
}

// A run compares each of these scenarios with all others, and looks through them for every fact.
const MOST_SCENARIOS = 100

const scenariosOf = ({ domains = {} }: WorldDocument): ReadWorld['scenarios'] => {
  const found = Object.entries(domains).flatMap(
    ([domain, { scenario }]) => (scenario === undefined ? [] : [{ domain, scenario: scenario as ScenarioText }]), // The cast is safe: the canonical form.
  )
  if (found.length > MOST_SCENARIOS)
    refuse(['domains'], `At most ${MOST_SCENARIOS} names can have a scenario of their own, not ${found.length}.`)
  return found
}

const known = new WeakMap<object, ReadWorld>()

/** Reads a world document. Throws a `WorldDocumentError`, which names the field, for invalid or contradictory statements. */
export const readWorld = (given: WorldDocument): ReadWorld => {
  // Scripts without types may pass anything.
  const before = isObject(given) ? known.get(given) : undefined
  if (before !== undefined) return before
  const document = worldDocument.read(given, []) ?? {}
  const facts = withLameDelegations(factsOf(document))
  asWritten(given, () => requireConsistent(document, facts))
  const warnings = nameserverWarnings(document, facts).map(({ path, message }) => ({
    path: writtenPath(given, path),
    message,
  }))
  const read = { factsAt: factsByTime(document, facts), scenarios: scenariosOf(document), document, warnings }
  known.set(given, read)
  return read
}
