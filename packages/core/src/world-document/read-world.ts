import { unknownValue, WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import { ToolError } from '../errors/tool-error.ts'
import { clip } from '../errors/world-errors.ts'
import { readCombination } from '../scenarios/combination.ts'
import type { ScenarioText } from '../scenarios/index.ts'
import { isTimeline, readScenario, readTimeline } from '../scenarios/timeline.ts'
import { blockLists } from '../world/names/block-lists.ts'
import type { DnsState, Facts, PortAnswer, StatedHost } from '../world/facts.ts'
import { parentName } from '../foundation/names.ts'
import { isoTime } from '../foundation/time.ts'
import {
  addressTextOf,
  booleanOf,
  entriesOf,
  type Field,
  fieldOf,
  knownFields,
  listOf,
  nameOf,
  ownerOf,
  requiredText,
  textOf,
  wordOf,
} from './document-fields.ts'
import { timeOf } from '../inputs/seed-and-time.ts'
import { factsOf } from './facts-of-document.ts'
import { readRecords, type ReadRecords } from './read-records.ts'
import type { WorldAddress, WorldDocument, WorldDomain, WorldHost } from './world-document.ts'

/** The result of reading a world document. */
export interface ReadWorld {
  readonly facts: Facts
  /** The scenarios of individual domains. */
  readonly scenarios: readonly { readonly domain: string; readonly scenario: ScenarioText }[]
  /** The canonical form, which does not depend on the order of statements: equal documents have the same form. */
  readonly document: WorldDocument
}

const DNS_STATES = ['nxdomain', 'servfail', 'timeout'] as const
const MAIL_STATES = { accepts: 'accepted', refuses: 'refused', silent: 'silent' } as const
const PORT_STATES = { open: 'accepted', closed: 'refused', silent: 'silent' } as const
const SMTP_PORT = 25

const wordsOf = <Word extends string>(table: Readonly<Record<Word, unknown>>): Word[] => Object.keys(table) as Word[] // The table has only these keys.

/** The facts of a domain. */
interface ReadDomain {
  readonly path: Field['path']
  readonly records: ReadRecords | undefined
  readonly isComplete: boolean
  readonly state: DnsState | undefined
  readonly scenario: ScenarioText | undefined
  readonly document: WorldDomain
}

const isWildcard = (name: string): boolean => name.startsWith('*.')

/** Runs a reader of scenarios and adds the field to its error. */
const atField = <Value>({ path }: Field, read: () => Value): Value => {
  try {
    return read()
  } catch (error) {
    throw error instanceof ToolError ? new WorldDocumentError(path, error.message) : error
  }
}

const scenarioOf = (field: Field): ScenarioText | undefined => {
  const text = textOf(field)
  if (text === undefined) return undefined
  return atField(field, () => {
    const scenario = readScenario(text)
    const { base, windows } = readTimeline(isTimeline(scenario) ? scenario : `${scenario},healthy@00:00..00:01`)
    const parts = [base, ...windows.map((window) => window.scenario)].flatMap(readCombination)
    const other = parts.find(({ domain }) => domain !== undefined)
    if (other !== undefined)
      throw new WorldDocumentError(field.path, `It already applies to this domain: leave ':${other.domain}' out.`)
    return scenario
  })
}

const readDomain = (field: Field, name: string): ReadDomain => {
  knownFields(field, ['records', 'complete', 'dns', 'scenario'])
  const { path } = field
  const recordsField = fieldOf(field, 'records')
  const records = recordsField.value === undefined ? undefined : readRecords(recordsField, name)
  const isComplete = booleanOf(fieldOf(field, 'complete')) ?? false
  const state = wordOf(fieldOf(field, 'dns'), 'state of a name', DNS_STATES)
  const scenario = scenarioOf(fieldOf(field, 'scenario'))
  if (state !== undefined && records !== undefined)
    throw new WorldDocumentError(
      [...path, 'dns'],
      `With '${state}', resolvers get no records, but the document also lists records.`,
    )
  const wildcardField = isWildcard(name)
    ? ['complete', 'dns', 'scenario'].find((key) => fieldOf(field, key).value)
    : undefined
  if (wildcardField !== undefined)
    throw new WorldDocumentError(
      [...path, wildcardField],
      `A wildcard has only records. List it under ${parentName(name)}.`,
    )
  return {
    path,
    records,
    isComplete,
    state,
    scenario,
    document: {
      ...(records === undefined ? {} : { records: records.document }),
      ...(isComplete ? { complete: true } : {}),
      ...(state === undefined ? {} : { dns: state }),
      ...(scenario === undefined ? {} : { scenario }),
    },
  }
}

const readPorts = (field: Field): ReadonlyMap<number, keyof typeof PORT_STATES> => {
  const ports = entriesOf(field).map(([key, port]) => {
    const number = /^\d{1,5}$/.test(key) ? Number(key) : 0
    if (number < 1 || number > 65_535)
      throw new WorldDocumentError(port.path, `'${clip(key)}' is not a port. Expected 1 to 65535.`)
    return [number, wordOf(port, 'state of a port', wordsOf(PORT_STATES)) ?? 'open'] as const
  })
  return new Map(ports.toSorted(([one], [other]) => one - other))
}

const readEnd = (certificate: Field): number | undefined => {
  if (certificate.value === undefined) return undefined
  knownFields(certificate, ['expires'])
  const field = fieldOf(certificate, 'expires')
  const text = requiredText(field)
  const end = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text) ? timeOf(text) : undefined
  // Some engines parse 30 February as a day in March.
  if (end === undefined || !isoTime(end).startsWith(text.slice(0, 10)))
    throw new WorldDocumentError(
      field.path,
      `'${clip(text)}' is not a date. Write it like 2026-12-01 or 2026-12-01T08:00:00Z.`,
    )
  return end
}

/** The facts of a host. */
interface ReadHost {
  readonly path: Field['path']
  readonly stated: StatedHost
  readonly document: WorldHost
}

const readHost = (field: Field): ReadHost => {
  knownFields(field, ['smtp', 'ports', 'certificate'])
  const smtp = fieldOf(field, 'smtp')
  knownFields(smtp, ['state', 'greylist'])
  const state =
    smtp.value === undefined
      ? undefined
      : wordOf(fieldOf(smtp, 'state'), 'state of a mail server', wordsOf(MAIL_STATES))
  const greylist = smtp.value === undefined ? undefined : booleanOf(fieldOf(smtp, 'greylist'))
  const ports = readPorts(fieldOf(field, 'ports'))
  const end = readEnd(fieldOf(field, 'certificate'))
  const smtpPort = ports.get(SMTP_PORT)
  if (state !== undefined && smtpPort !== undefined && MAIL_STATES[state] !== PORT_STATES[smtpPort])
    throw new WorldDocumentError(
      [...field.path, 'ports', '25'],
      `Port 25 can't be '${smtpPort}' where smtp.state is '${state}'.`,
    )
  const day = end === undefined ? '' : isoTime(end)
  return {
    path: field.path,
    stated: {
      mail: state === undefined ? undefined : MAIL_STATES[state],
      greylists: greylist,
      ports: new Map([...ports].map(([port, word]): [number, PortAnswer] => [port, PORT_STATES[word]])),
      certificateEnd: end,
    },
    document: {
      ...(state === undefined && greylist === undefined
        ? {}
        : { smtp: { ...(state === undefined ? {} : { state }), ...(greylist === undefined ? {} : { greylist }) } }),
      ...(ports.size === 0 ? {} : { ports: Object.fromEntries(ports) }),
      ...(end === undefined
        ? {}
        : { certificate: { expires: day.endsWith('T00:00:00.000Z') ? day.slice(0, 10) : day } }),
    },
  }
}

const readListed = (field: Field): string[] | undefined =>
  listOf(field)
    ?.map((item) => {
      const text = requiredText(item)
      const wanted = text.trim().toLowerCase()
      const list = blockLists.find(({ name, zone }) => zone === wanted || name.toLowerCase() === wanted)
      if (list === undefined)
        throw unknownValue(
          item.path,
          text,
          'block list of the simulated internet',
          blockLists.map(({ zone }) => zone),
        )
      return list.zone
    })
    .filter((zone, index, zones) => zones.indexOf(zone) === index)
    .toSorted()

const readAddress = (field: Field): WorldAddress => {
  knownFields(field, ['listed', 'ptr'])
  const listed = readListed(fieldOf(field, 'listed'))
  const ptrField = fieldOf(field, 'ptr')
  const ptr = ptrField.value === null ? null : textOf(ptrField)
  return {
    ...(listed === undefined ? {} : { listed }),
    ...(ptr === undefined ? {} : { ptr: ptr === null ? null : nameOf(ptr, ptrField.path) }),
  }
}

/** Reads a section: canonical names, sorted, without duplicates. */
const readSection = <Value>(
  section: Field,
  canonical: (name: string, path: Field['path']) => string,
  read: (field: Field, name: string) => Value,
): Map<string, Value> => {
  const found = new Map<string, Value>()
  for (const [key, field] of entriesOf(section)) {
    const name = canonical(key, field.path)
    if (found.has(name)) throw new WorldDocumentError(field.path, `${name} is listed twice.`)
    found.set(name, read(field, name))
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The sections of a document, with sorted canonical names. */
interface Sections {
  readonly domains: ReadonlyMap<string, ReadDomain>
  readonly hosts: ReadonlyMap<string, ReadHost>
  readonly addresses: ReadonlyMap<string, WorldAddress>
}

/** Returns the name itself or the nearest name above it with a stated answer. */
const stateAbove = ({ domains }: Sections, name: string): [string, DnsState] | undefined => {
  for (let at = name; ; at = parentName(at)) {
    const state = domains.get(at)?.state
    if (state !== undefined) return [at, state]
    if (!at.includes('.')) return undefined
  }
}

/** Returns whether the document states the whole zone of a name. */
const isInCompleteZone = ({ domains }: Sections, name: string): boolean => {
  for (let at = name; at.includes('.'); at = parentName(at)) if (domains.get(at)?.isComplete === true) return true
  return false
}

/** Throws for statements that contradict each other. */
const requireConsistent = (sections: Sections): void => {
  const { domains, hosts } = sections
  for (const [name, { path, records, state }] of domains) {
    const above = stateAbove(sections, name)
    if (records !== undefined && above !== undefined)
      throw new WorldDocumentError(
        [...path, 'records'],
        `'dns' of ${above[0]} is '${above[1]}', which applies to ${name} too.`,
      )
    if (state !== undefined || records === undefined) continue
    for (const [index, { host }] of (records.stated.NS ?? []).entries()) {
      const target = stateAbove(sections, host)
      const there = domains.get(host)?.records?.stated
      const isListed = (there?.A?.length ?? 0) + (there?.AAAA?.length ?? 0) > 0
      const lacksAddress = !isListed && (there?.A?.length === 0 || isInCompleteZone(sections, host))
      if (target !== undefined || lacksAddress)
        throw new WorldDocumentError(
          [...path, 'records', 'NS', index],
          `${host} must have an address, but ${target === undefined ? 'the document lists none' : `'dns' of ${target[0]} is '${target[1]}'`}.`,
        )
    }
  }
  for (const [name, { path }] of hosts) {
    const above = stateAbove(sections, name)
    if (above !== undefined)
      throw new WorldDocumentError(path, `'dns' of ${above[0]} is '${above[1]}', so nobody reaches ${name}.`)
  }
  requireOneMachine(sections)
}

/** Throws if the document states different facts for two names with the same address. */
const requireOneMachine = ({ domains, hosts }: Sections): void => {
  const known = new Map<string, { name: string; host: ReadHost }>()
  for (const [name, host] of hosts) {
    const { A = [], AAAA = [] } = domains.get(name)?.records?.stated ?? {}
    for (const { address } of [...A, ...AAAA]) {
      const other = known.get(address)
      if (other !== undefined && differ(other.host.stated, host.stated))
        throw new WorldDocumentError(
          host.path,
          `${name} and ${other.name} have the same address (${address}), so the document must list the same facts for both.`,
        )
      known.set(address, { name, host })
    }
  }
}

const differ = (one: StatedHost, other: StatedHost): boolean =>
  (one.mail !== undefined && other.mail !== undefined && one.mail !== other.mail) ||
  (one.greylists !== undefined && other.greylists !== undefined && one.greylists !== other.greylists) ||
  [...one.ports].some(([port, answer]) => (other.ports.get(port) ?? answer) !== answer)

const known = new WeakMap<object, ReadWorld>()

/** Reads a world document. Throws a `WorldDocumentError`, which names the field, for invalid or contradictory statements. */
export const readWorld = (document: WorldDocument): ReadWorld => {
  const root: Field = { value: document, path: [] }
  if (typeof document !== 'object' || document === null) throw wrongType([], 'an object', document)
  const before = known.get(document)
  if (before !== undefined) return before
  knownFields(root, ['domains', 'hosts', 'addresses'])
  const sections: Sections = {
    domains: readSection(fieldOf(root, 'domains'), ownerOf, readDomain),
    hosts: readSection(fieldOf(root, 'hosts'), nameOf, readHost),
    addresses: readSection(fieldOf(root, 'addresses'), (text, path) => addressTextOf(text, path), readAddress),
  }
  requireConsistent(sections)
  const read = { facts: factsOf(sections), scenarios: scenariosOf(sections), document: documentOf(sections) }
  known.set(document, read)
  return read
}

// A run compares each of these scenarios with all others, and looks through them for every fact.
const MOST_SCENARIOS = 100

const scenariosOf = ({ domains }: Sections): ReadWorld['scenarios'] => {
  const found = [...domains].flatMap(([domain, { scenario }]) => (scenario === undefined ? [] : [{ domain, scenario }]))
  if (found.length > MOST_SCENARIOS)
    throw new WorldDocumentError(
      ['domains'],
      `At most ${MOST_SCENARIOS} names can have a scenario of their own, not ${found.length}.`,
    )
  return found
}

/** Writes a section without empty entries; undefined for an empty section. */
const writeSection = <Value extends object>(entries: readonly (readonly [string, Value])[]) => {
  const stated = entries.filter(([, value]) => Object.keys(value).length > 0)
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

const documentOf = ({ domains, hosts, addresses }: Sections): WorldDocument => {
  const sections = {
    domains: writeSection([...domains].map(([name, { document }]) => [name, document] as const)),
    hosts: writeSection([...hosts].map(([name, { document }]) => [name, document] as const)),
    addresses: writeSection([...addresses]),
  }
  return Object.fromEntries(Object.entries(sections).filter(([, section]) => section !== undefined))
}
