import type { hostFields, machineFields, smtpFields, zoneFields } from './document-fields.ts'
import { decodeUtf8, octetsOfString } from '../foundation/bytes.ts'
import type { FieldsOf, RecordType } from '../protocols/record-types.ts'
import { zoneOf } from '../foundation/names.ts'
import type { StatedHttp } from './http.ts'
import type { Rule } from './rules.ts'
import type { Stated as StatedIn, ValuesOf } from '../schema/shape.ts'
import { addressInName, CLIENT, FROM_NAME, OWN_ADDRESSES } from './computed-addresses.ts'

/** The answer for a name and all names below it, in place of records. */
export type DnsState = StatedIn<typeof zoneFields.dns>

/** The time to live of a record in seconds. */
interface Lifetime {
  readonly ttl: number
}

/**
 * The stated records of a name. A stated type has only these records; MX records have the lowest preference first, and a single one with the
 * exchange `.` is a null MX: the name accepts no mail (RFC 7505). Times to live in seconds; the records of a set have the same (RFC
 * 2181, section 5.2).
 */
export type StatedRecords = {
  readonly [Type in Exclude<RecordType, 'PTR' | 'SOA' | 'TXT'>]?: readonly (FieldsOf<Type> & Lifetime)[]
} & {
  /** The mailbox is written as an email address. */
  readonly SOA?: readonly (FieldsOf<'SOA'> & Partial<Lifetime>)[]
  readonly TXT?: readonly ({ readonly value: string; readonly strings?: readonly string[] } & Lifetime)[]
  /** Whether words stand for addresses that follow from the name or from the client. */
  readonly isComputed?: boolean
  /** Records of types that no tool reads, by number, with their data in hexadecimal digits. */
  readonly others?: ReadonlyMap<number, readonly ({ readonly data: string } & Lifetime)[]>
}

/**
 * Returns a text as programs read it: the octets of its strings as UTF-8. Octets that are no character, and control characters except tabs,
 * become replacement characters.
 */
export const readableTextOf = ({ value, strings }: NonNullable<StatedRecords['TXT']>[number]): string =>
  strings?.some((string) => string.includes('\\')) === true
    ? decodeUtf8(strings.map(octetsOfString).join('')).replaceAll(
        /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g,
        '\ufffd',
      )
    : value

/**
 * A host's answer to a SYN: it accepts, refuses at once with an RST (RFC 9293, section 3.10.7.1), or never replies, as behind a filter.
 */
export type PortAnswer = StatedIn<typeof smtpFields.state>

/** A rule for the clients of a mail server: those that it concerns meet its effect. */
export interface MailRule extends Rule {
  /** An address, a domain as in `@shop.example`, `<>` for bounces, or undefined for all senders. */
  readonly from: string | undefined
  /** An address, a domain as in `@shop.example`, or undefined for all recipients. */
  readonly rcpt: string | undefined
  /** The event: a connection, a recipient or a message; and what the server does. */
  readonly effect:
    | { readonly event: 'connection' | 'message'; readonly kind: 'close' }
    | { readonly event: 'recipient'; readonly kind: 'delay'; readonly milliseconds: number }
    | { readonly event: 'recipient'; readonly kind: 'reply'; readonly code: number; readonly text: string }
}

/** Stated facts of a machine, which all its names and addresses share. */
export interface StatedMachine extends ValuesOf<typeof machineFields> {
  readonly smtp?: ValuesOf<typeof smtpFields> & { readonly rules?: readonly MailRule[] }
  /** The response of all other ports. */
  readonly otherPorts?: PortAnswer
  /** The ports that lead to the user's own servers. They are open unless a port state or a scenario says otherwise. */
  readonly relayed?: ReadonlySet<number>
}

/** Stated facts of a host. */
export interface StatedHost extends ValuesOf<typeof hostFields> {
  readonly machine: StatedMachine
  /** The routes and rules of its web server. */
  readonly http?: StatedHttp
}

/** Stated facts of an address. */
export interface StatedAddress {
  /** The zones of the block lists that contain the address. */
  readonly listed: readonly string[] | undefined
  /** The host name in the PTR record, and whether that name resolves to the address; null if there is no PTR record. */
  readonly reverse: { readonly hostname: string; readonly confirmed: boolean } | null | undefined
}

/** The effect of a rule on a query. */
export type DnsFaultEffect =
  | { readonly kind: 'rcode'; readonly rcode: 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED' | 'NOTIMP' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'answer' | 'drop' | 'truncate' | 'formerr' | 'lame' | 'refuse-tcp' }

/** A rule for DNS queries: those that it concerns have its effect. It counts the queries with one name and type. */
export interface DnsFault extends Rule {
  /** A name, `*.suffix`, or undefined for all names. */
  readonly name: string | undefined
  /** The record type, or undefined for all types. */
  readonly type: string | undefined
  /** `resolver`, the number of a nameserver of the zone, from 1, or the address of a server; undefined for all servers. */
  readonly server: number | string | undefined
  readonly transport: 'udp' | 'tcp' | undefined
  readonly effect: DnsFaultEffect
}

/** The rules for DNS queries that apply at one time. */
export interface DnsFaults {
  readonly rules: readonly DnsFault[]
  /** Returns the facts of a world in which servers give the answers of these rules, instead of the records of the zones. */
  readonly answering: (rules: readonly DnsFault[]) => Facts
}

/** The facts that a world document defines, by name and address. All other facts follow from the seed. */
export interface Facts {
  /** Defined if no other names exist. `isShared` returns whether other zones depend on a zone, so that its names exist nevertheless. */
  readonly strict: { readonly isShared: (zone: string) => boolean } | undefined
  readonly states: ReadonlyMap<string, DnsState>
  readonly records: ReadonlyMap<string, StatedRecords>
  /** The names directly above wildcards. */
  readonly wildcards: ReadonlySet<string>
  /** The names with a DNAME record, which makes all names below them aliases (RFC 6672). */
  readonly redirections: ReadonlySet<string>
  /** Target names of stated records: they exist and have addresses. */
  readonly targets: ReadonlySet<string>
  /** Zones of those targets. Like the zones of companies, they keep valid keys. */
  readonly sharedZones: ReadonlySet<string>
  /** The zones of all names with stated records: they exist, even below a top-level domain that does not. */
  readonly zones: ReadonlySet<string>
  /** The zones whose stated nameservers have no address. Resolvers fail for them. */
  readonly lame: ReadonlySet<string>
  /** Names of delegated zones: stated NS records below the top of the zone around them. */
  readonly delegated: ReadonlySet<string>
  /** Domains whose stated records are the whole zone: they have no other names and no records of other types. */
  readonly wholeZones: ReadonlySet<string>
  /** Names without records that have stated names below them. */
  readonly parents: ReadonlySet<string>
  /** Who may transfer zones: all clients, or those that sign with one of the keys. */
  readonly transfers: ReadonlyMap<string, 'any' | readonly string[]>
  /** The stated facts about the signatures of zones. */
  readonly dnssec: ReadonlyMap<string, StatedIn<typeof zoneFields.dnssec>>
  /** The first mail server of each domain with stated MX records. */
  readonly firstExchanges: ReadonlySet<string>
  /** All mail servers of the domains with stated MX records. */
  readonly exchanges: ReadonlySet<string>
  /** Selectors of stated DKIM keys by domain. */
  readonly selectors: ReadonlyMap<string, readonly string[]>
  readonly hosts: ReadonlyMap<string, StatedHost>
  readonly addresses: ReadonlyMap<string, StatedAddress>
  /** The zones of block lists by other zones in which the lists answer too. */
  readonly lists: ReadonlyMap<string, string>
  /** The rules for DNS queries; undefined without any. */
  readonly dnsFaults: DnsFaults | undefined
  /** The names below which every host exists, and their ports that lead to the user's own servers. */
  readonly relayedBelow: ReadonlyMap<string, ReadonlySet<number>>
  /** All addresses in stated records. Hosts have them, even in blocks with a special purpose, such as private addresses. */
  readonly hostAddresses: ReadonlySet<string>
}

/** What these functions read of a world. */
interface Stated {
  readonly facts: Facts | undefined
}

/** Returns the first value that a lookup has for a name or a name above it. */
const nearest = <Value>(name: string, lookUp: (name: string) => Value | undefined): Value | undefined => {
  for (let at = 0; ;) {
    const found = lookUp(name.slice(at))
    const dot = name.indexOf('.', at)
    if (found !== undefined || dot < 0) return found
    at = dot + 1
  }
}

/** The records of a name without any. */
export const NO_RECORDS: StatedRecords = {
  A: [],
  AAAA: [],
  CAA: [],
  DNAME: [],
  MX: [],
  SRV: [],
  TLSA: [],
  TXT: [],
  others: new Map<number, []>(),
}

/**
 * Returns whether a document defines the whole zone that a name is in: names that it doesn't define don't exist. A zone that is delegated to
 * other nameservers is a zone of its own.
 */
export const isInWholeZone = ({ facts }: Stated, name: string): boolean => {
  if (facts === undefined || facts.wholeZones.size === 0) return false
  return nearest(name, (at) => facts.wholeZones.has(at) || (facts.delegated.has(at) ? false : undefined)) === true
}

/** Returns the zone of a name: the zone of its registered domain, or one that a document delegates below it. */
export const zoneAt = ({ facts }: Stated, name: string): string => {
  if (facts === undefined || facts.delegated.size === 0) return zoneOf(name)
  return nearest(name, (at) => (facts.delegated.has(at) ? at : undefined)) ?? zoneOf(name)
}

/** Returns whether the stated facts make a name exist, apart from wildcards. */
const isKnown = ({ records, targets, parents, zones, wholeZones }: Facts, name: string): boolean =>
  records.has(name) || targets.has(name) || parents.has(name) || zones.has(name) || wholeZones.has(name)

/** Returns the records of the wildcard that applies to a name: the one directly below its closest existing ancestor (RFC 4592, section 3.3.1). */
const wildcardFor = (facts: Facts, name: string): StatedRecords | undefined => {
  // Most names have no wildcard above.
  if (facts.wildcards.size === 0 || nearest(name, (at) => facts.wildcards.has(at) || undefined) === undefined)
    return undefined
  if (isKnown(facts, name)) return undefined
  const wildcard = `*.${nearest(name, (at) => (isKnown(facts, at) ? at : undefined))}`
  // A wildcard without records, which has names below it, applies too.
  return facts.records.get(wildcard) ?? (facts.parents.has(wildcard) ? NO_RECORDS : undefined)
}

/** Returns the ports that lead to the user's own servers at every host below a name above this one; undefined if there is no such name. */
export const relayedBelow = ({ facts }: Stated, name: string): ReadonlySet<number> | undefined =>
  facts === undefined || facts.relayedBelow.size === 0
    ? undefined
    : nearest(name, (at) => (at === name ? undefined : facts.relayedBelow.get(at)))

/** A DNAME record above a name, as the alias that follows from it (RFC 6672, section 3.1). */
export interface Redirection {
  /** The name with the DNAME record. */
  readonly owner: string
  /** The target of the DNAME record. */
  readonly to: string
  /** The target of the alias. */
  readonly target: string
  readonly ttl: number
}

// 255 octets with the length of each label and the root (RFC 1035, section 2.3.4).
const LONGEST_NAME = 253

const isTooLong = (name: string): boolean =>
  name.length > LONGEST_NAME && name.replaceAll(/\\\d{3}/g, '.').length > LONGEST_NAME

/** Returns the alias of a name that follows from a DNAME record above it; undefined if there is no such record. */
export const redirectionOf = (world: Stated, name: string): Redirection | undefined => {
  const found = redirectionAt(world, name)
  return found === undefined || isTooLong(found.target) ? undefined : found
}

const redirectionAt = ({ facts }: Stated, name: string): Redirection | undefined => {
  const dot = name.indexOf('.')
  if (facts === undefined || facts.redirections.size === 0 || dot < 0) return undefined
  const owner = nearest(name.slice(dot + 1), (at) => (facts.redirections.has(at) ? at : undefined))
  const [record] = (owner !== undefined && facts.records.get(owner)?.DNAME) || []
  if (owner === undefined || record === undefined) return undefined
  const prefix = name.slice(0, -owner.length - 1)
  const { target: to, ttl } = record
  return { owner, to, target: to === '.' ? prefix : `${prefix}.${to}`, ttl }
}

const addressesFor = (
  records: readonly ({ readonly address: string } & Lifetime)[],
  name: string,
  family: 'A' | 'AAAA',
) =>
  records.flatMap((record) => {
    const { address } = record
    if (address === CLIENT) return { ...record, address: OWN_ADDRESSES[family === 'A' ? 0 : 1] }
    const found = address === FROM_NAME ? addressInName(name, family) : address
    return found === undefined ? [] : { ...record, address: found }
  })

/** Returns the records of a name with the addresses that follow from the name and from the client. */
const computedFor = (records: StatedRecords, name: string): StatedRecords => {
  const { A, AAAA, TXT } = records
  const isClient = ({ value, strings }: NonNullable<typeof TXT>[number]) => value === CLIENT && strings === undefined
  return {
    ...records,
    ...(A && { A: addressesFor(A, name, 'A') }),
    ...(AAAA && { AAAA: addressesFor(AAAA, name, 'AAAA') }),
    ...(TXT && { TXT: TXT.map((text) => (isClient(text) ? { ...text, value: OWN_ADDRESSES[0] } : text)) }),
  }
}

/** Returns the stated records of a name: its own, or the records of a wildcard. In a whole zone, any other name has no records. */
export const statedAt = (world: Stated, name: string): StatedRecords | undefined => {
  const { facts } = world
  if (facts === undefined) return undefined
  const found = facts.records.get(name) ?? wildcardFor(facts, name)
  if (found?.isComputed === true) return computedFor(found, name)
  return found ?? (isInWholeZone(world, name) ? NO_RECORDS : undefined)
}

/** Returns whether a name in a whole zone exists: it has records, or names below it. */
export const existsInWholeZone = (facts: Facts, name: string): boolean =>
  isKnown(facts, name) || wildcardFor(facts, name) !== undefined

const stateAbove = ({ states }: Facts, name: string): DnsState | undefined =>
  states.size === 0 ? undefined : nearest(name, (at) => states.get(at))

/** Returns whether a document lists a name: by itself, by a wildcard, or by a statement about all names of its zone. */
export const isListed = (facts: Facts, name: string): boolean =>
  facts.hosts.has(name) ||
  facts.targets.has(name) ||
  statedAt({ facts }, name) !== undefined ||
  relayedBelow({ facts }, name) !== undefined ||
  redirectionAt({ facts }, name) !== undefined ||
  stateAbove(facts, name) !== undefined

// The names of the mail servers and nameservers of a zone, by the seed.
const SERVER = /^(?:mx|ns)\d\./
const POLICY_HOST = /^mta-sts\./

/**
 * Returns whether a strict document leaves out a name. What listed names need exists: their zones, the servers and policies of these, the
 * reverse zones, and the zones of companies.
 */
export const isLeftOut = ({ facts }: Stated, name: string): boolean => {
  if (facts?.strict === undefined || name === '.' || `.${name}`.endsWith('.localhost')) return false
  // The labels of services and policies, such as `_dmarc`, are part of the name below them.
  const host = name.replace(/^(?:.*\.)?_[^.]*\./, '').replace(POLICY_HOST, '')
  if (isKnown(facts, host) || isListed(facts, host)) return false
  return (
    !(SERVER.test(host) && facts.zones.has(host.slice(host.indexOf('.') + 1))) && !facts.strict.isShared(zoneOf(host))
  )
}

/** Returns whether a name is the top of a zone that a strict document doesn't list, but names in it: it has no records of its own. */
export const isBareTop = (facts: Facts, name: string): boolean =>
  facts.strict !== undefined && facts.zones.has(name) && !isListed(facts, name)

/**
 * Returns the stated answer, in place of records, for a name or a parent of it. Resolvers fail if a DNAME record makes the name too long (RFC
 * 6672, section 2.2).
 */
export const dnsStateOf = (world: Stated, name: string): DnsState | undefined => {
  const { facts } = world
  if (facts === undefined) return undefined
  const stated = stateAbove(facts, name)
  if (stated !== undefined) return stated
  if (isLeftOut(world, name)) return 'nxdomain'
  return isTooLong(redirectionAt(world, name)?.target ?? '') ? 'servfail' : undefined
}

/** Returns whether a name's records are stated, so that the seed does not make it an alias. */
export const isStated = (world: Stated, name: string): boolean =>
  world.facts !== undefined && (world.facts.targets.has(name) || statedAt(world, name) !== undefined)
