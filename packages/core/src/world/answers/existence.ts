import { isAddress } from '../../foundation/addresses.ts'
import { aliasOf, aliasPathOf, isTenantName } from '../names/aliases.ts'
import { blockListZones } from '../names/block-lists.ts'
import { platformZones } from '../names/companies.ts'
import { isInUse, isLoopback, type Undelegated, undelegatedOf } from '../names/delegation.ts'
import { isZoneBogus, zoneFaultOf } from '../names/dnssec.ts'
import {
  dnsStateOf,
  existsInWholeZone,
  isBareTop,
  isInWholeZone,
  NO_RECORDS,
  redirectionOf,
  relayedBelow,
  statedAt,
  zoneAt,
} from '../facts.ts'
import { isHostName } from '../../foundation/host-names.ts'
import { addressesOf, reverseOf } from '../hosts/hosts.ts'
import { askedOf, type QueryOptions } from '../hosts/dns-faults.ts'
import { listAnswerTo, listAt, listsBelow } from '../hosts/listings.ts'
import { pinnedServerOf, publishesLogo, tlsReportsOf } from './mail-policies.ts'
import { refusesMail } from '../mail/mail.ts'
import { publishedDkimOf, isSender } from '../mail/policies.ts'
import {
  addressOfReverseName,
  entryAddressOf,
  isReverseName,
  isDeep,
  isReverseBranch,
  isSuffix,
  parentName,
  zoneOf,
  zoneStart,
} from '../../foundation/names.ts'
import { memoize, type World } from '../world.ts'
import { addressNamed } from '../hosts/reverse-names.ts'
import { overridesAt } from '../overrides-at.ts'
import { isPublished, policyNameOf } from './text-records.ts'

/**
 * The records at a name, apart from the SOA and NS records at the top of every zone. `host`: addresses, mail servers and texts. `alias`: a
 * CNAME record. `zone`: no other records, as at a suffix. `text`, `service`, `pin`, `pointer`: TXT, SRV, TLSA or PTR records only. `entry`:
 * a block list's entry for an address. `loopback`: the loopback addresses. `empty`: no records, but names below (RFC 8020). `nxdomain`: the
 * name does not exist (NXDOMAIN, RFC 2308).
 */
export type NameKind =
  | 'host'
  | 'alias'
  | 'zone'
  | 'text'
  | 'service'
  | 'pin'
  | 'pointer'
  | 'entry'
  | 'loopback'
  | 'empty'
  | 'nxdomain'

// The place names above the IPv6 names of routers and mail servers (see `reverse-names.ts`) have no records.
const PLACE_V6 = /^[a-z]{3}\d{0,5}\.v6\.[a-z-]+\.example$/
// The names at which mail clients look for their submission server (RFC 6186, RFC 8314).
const SUBMISSION = /^_submissions?\._tcp\.(.+)$/
const PARENT = /^(_domainkey|_bimi|_tls)\.(.+)$/
const PARENT_OF_SERVICES = /^_tcp\.(.+)$/

/** Returns whether a name is a domain or a host, with its own policies and keys. */
export const isDomain = (world: World, name: string): boolean => {
  const kind = nameKindOf(world, name)
  return kind === 'host' || kind === 'alias'
}

/** Returns whether a name can receive mail: a dangling alias has no mail server. */
const takesMail = (world: World, name: string | undefined): boolean =>
  name !== undefined && isDomain(world, name) && aliasOf(world, name)?.resolves !== false

/** Returns whether a name has no records, only names below it (RFC 8020): `_domainkey`, `_bimi`, `_tls`. */
const isParent = (world: World, parent: string, domain: string): boolean => {
  if (!isDomain(world, domain)) return false
  if (parent === '_domainkey') return publishedDkimOf(world, domain).configured
  return parent === '_bimi' ? publishesLogo(world, domain) : tlsReportsOf(world, domain) !== undefined
}

const serviceKind = (world: World, name: string): NameKind => {
  if (isSender(name)) return 'text'
  const policy = policyNameOf(name)
  if (policy !== undefined) return isDomain(world, policy.domain) && isPublished(world, policy) ? 'text' : 'nxdomain'
  const [, parent, domain] = PARENT.exec(name) ?? []
  if (parent !== undefined && domain !== undefined) return isParent(world, parent, domain) ? 'empty' : 'nxdomain'
  if (takesMail(world, PARENT_OF_SERVICES.exec(name)?.[1])) return 'empty'
  if (takesMail(world, pinnedServerOf(world, name))) return 'pin'
  return takesMail(world, SUBMISSION.exec(name)?.[1]) ? 'service' : 'nxdomain'
}

const reverseKind = (world: World, name: string): NameKind => {
  const address = addressOfReverseName(name)
  if (address !== undefined) return reverseOf(world, address).hostname === null ? 'nxdomain' : 'pointer'
  if (!isReverseBranch(name)) return 'nxdomain'
  return zoneOf(name) === name ? 'zone' : 'empty'
}

/**
 * Returns the kind of a name in a block list's zone: a list answers for its entries and, above them, for the networks that contain entries
 * (RFC 5782, section 2).
 */
const entryKind = (world: World, name: string, zone: string): NameKind => {
  if (name === zone) return 'zone'
  const labels = name.slice(0, -zone.length - 1)
  if (entryAddressOf(labels) !== undefined) return listAnswerTo(world, name, 'own') === undefined ? 'nxdomain' : 'entry'
  return listsBelow(world, labels, zone) ? 'empty' : 'nxdomain'
}

/**
 * Returns the kind of records at a name. A registered domain exists; directly below it, the names that people use and half of all others
 * (`isInUse`); deeper names, and those that begin with an underscore, exist only if the world has records there.
 */
export const nameKindOf = (world: World, name: string): NameKind => nameStateOf(world, name).kind

/** The state of a name in the DNS: its records, and whether validating resolvers return them. */
interface NameState {
  readonly kind: NameKind
  readonly failure: Failure | undefined
  /** The name that fails: the name itself, or one that its aliases lead to. */
  readonly failing: string
}

/** The reason why a resolver has no answer. `endless`: the aliases never end. `refused`, `notimp`: a rule of the document answers so. */
export type Failure = 'bogus' | 'servfail' | 'timeout' | 'endless' | 'refused' | 'notimp'

const findKind = (world: World, name: string): NameKind => {
  if (world.facts === undefined) return kindBySeed(world, name)
  if (dnsStateOf(world, name) === 'nxdomain') return 'nxdomain'
  const stated = statedKind(world, name)
  if (stated !== undefined) return stated
  if (isBareTop(world.facts, name)) return 'zone'
  const list = world.facts.lists.size === 0 ? undefined : listAt(world, name)
  if (list !== undefined && list.labels !== '') return entryKind(world, `${list.labels}.${list.zone}`, list.zone)
  // By the seed, only hosts and zones have names.
  const isOfSeed = isHostName(name) || isReverseName(name) || parentName(name) === '.'
  const kind = isOfSeed ? kindBySeed(world, name) : 'nxdomain'
  if (kind !== 'nxdomain' && kind !== 'zone') return kind
  // A stated host exists, even where the seed denies its name.
  if (world.facts.hosts.has(name) || relayedBelow(world, name) !== undefined) return 'host'
  return kind === 'nxdomain' && (list !== undefined || world.facts.parents.has(name)) ? 'empty' : kind
}

/** Returns the kind of a name with stated records; undefined if no records are stated. */
const statedKind = (world: World, name: string): NameKind | undefined => {
  const { facts } = world
  if (redirectionOf(world, name) !== undefined) return 'alias'
  const records = statedAt(world, name)
  if (facts === undefined || records === undefined) return facts?.targets.has(name) === true ? 'host' : undefined
  if (records.CNAME !== undefined) return 'alias'
  if (isInWholeZone(world, name))
    return !existsInWholeZone(facts, name)
      ? 'nxdomain'
      : records === NO_RECORDS && facts.parents.has(name)
        ? 'empty'
        : 'host'
  const { A, AAAA, MX, NS, SRV, TLSA = [], TXT = [], CAA = [], others } = records
  // A name without its own addresses, deep in a zone, has only the stated records.
  const isHost = A === undefined || A.length > 0 || (AAAA?.length ?? 0) > 0 || MX !== undefined || NS !== undefined
  if (isHost || !isDeep(name)) return 'host'
  if (SRV !== undefined && SRV.length > 0) return 'service'
  if (TLSA.length > 0) return 'pin'
  if (TXT.length + CAA.length + (others?.size ?? 0) > 0) return 'text'
  // A stated name exists, even without records, and so does one that a wildcard makes (RFC 4592, section 2.2.1).
  return 'empty'
}

const kindBySeed = (world: World, name: string): NameKind => {
  if (undelegatedOf(world, name) !== undefined) return isLoopback(name) ? 'loopback' : 'nxdomain'
  // A wildcard would give records to all names that don't exist (RFC 4592), so only documents define one.
  if (name.startsWith('*.')) return 'nxdomain'
  if (isReverseName(name)) return reverseKind(world, name)
  const start = zoneStart(name)
  if (start === 0) return isSuffix(name) ? 'zone' : name.startsWith('_') ? 'nxdomain' : topKind(name)
  const zone = name.slice(start)
  if (blockListZones.has(zone)) return entryKind(world, name, zone)
  if (name.startsWith('_') || name.includes('._')) return zone.startsWith('_') ? 'nxdomain' : serviceKind(world, name)
  if (name.indexOf('.') + 1 === start) {
    if (aliasOf(world, name) !== undefined) return 'alias'
    return isInUse(world, name) ? 'host' : 'nxdomain'
  }
  if (platformZones.has(zone))
    return isTenantName(name) && overridesAt(world, name).alias !== 'dangling' ? 'host' : 'nxdomain'
  if (addressNamed(world, name) !== undefined) return 'host'
  return hasMachinesBelow(world, name) ? 'empty' : 'nxdomain'
}

const hasMachinesBelow = (world: World, name: string): boolean =>
  PLACE_V6.test(name) && ['edge1', 'resolver'].some((role) => addressNamed(world, `${role}.${name}`) !== undefined)

const topKind = (name: string): NameKind => (blockListZones.has(name) ? 'zone' : 'host')

/** Returns the zone that answers for a name; its SOA record says how long to cache a negative answer. */
export const authorityZoneOf = (world: World, name: string): string => {
  const undelegated = undelegatedOf(world, name)
  if (undelegated === 'special' || undelegated === 'unknown') return '.'
  const zone = zoneAt(world, name)
  if (undelegated === 'free' || dnsStateOf(world, zone) === 'nxdomain') return parentName(zone)
  const isDomainName = !zone.includes('\\') || world.facts?.zones.has(zone) === true
  return zone.startsWith('_') || zone.startsWith('*.') || !isDomainName ? parentName(zone) : zone
}

/** Returns whether a name is a domain that someone registered, or below one. */
export const isRegistered = (world: World, name: string): boolean => {
  const zone = zoneOf(name)
  return undelegatedOf(world, name) === undefined && !zone.startsWith('_') && !isSuffix(zone) && !isReverseName(zone)
}

/**
 * Returns why a resolver gives no answer to a question, even if the name does not exist: the signatures are invalid (RFC 4035, section 5.5),
 * or a world document says that its nameservers fail or are silent, or has a rule for the question.
 */
export const failureOf = (world: World, name: string, type = 'A', options?: QueryOptions): Failure | undefined => {
  const { failure } = nameStateOf(world, name)
  if (failure !== undefined || world.facts?.dnsFaults === undefined) return failure
  const { outcome, rcode } = askedOf(world, name, type, options)
  return outcome === 'timeout' ? outcome : outcome === 'failure' ? RCODES[rcode] : undefined
}

/** Like `failureOf`, for all types: the rules of the document are left out. */
export const zoneFailureOf = (world: World, name: string): Failure | undefined => nameStateOf(world, name).failure

const RCODES = { SERVFAIL: 'servfail', REFUSED: 'refused', NOTIMP: 'notimp' } as const

/** Returns the record type with which programs look for what they need at a name. */
const typeFor = (world: World, name: string, wanted: WantedRecords): string => {
  if (wanted !== 'address') return wanted === 'mail' ? 'MX' : 'TXT'
  return addressesOf(world, name, 'A').length > 0 ? 'A' : 'AAAA'
}

/** Returns whether a validating resolver gives no answer to a question for a name. */
export const isFailing = (world: World, name: string, wanted: WantedRecords = 'address'): boolean =>
  nameStateOf(world, name).failure !== undefined ||
  (world.facts?.dnsFaults !== undefined && failureOf(world, name, typeFor(world, name, wanted)) !== undefined)

/** Returns why a rule of the document keeps a resolver from an answer to a question; undefined if none does. */
export const whyHiddenByRule = (world: World, name: string, type: string): Unreachable | undefined => {
  if (world.facts?.dnsFaults === undefined) return undefined
  const { outcome, rcode } = askedOf(world, name, type)
  if (outcome === 'answer') return undefined
  const zone = zoneAt(world, name)
  if (outcome === 'nxdomain') return { reason: 'nxdomain', zone, undelegated: undefined }
  return { reason: outcome === 'timeout' ? outcome : RCODES[rcode], zone, isRule: true }
}

/** Returns whether a rule of the document answers that a name does not exist. */
export const isDenied = (world: World, name: string, wanted: WantedRecords): boolean =>
  world.facts?.dnsFaults !== undefined && askedOf(world, name, typeFor(world, name, wanted)).outcome === 'nxdomain'

/** Like `failureOf`, apart from the names that aliases lead to: a query for the CNAME record itself does not follow it. */
export const ownFailureOf = (world: World, name: string): Failure | undefined => {
  const state = dnsStateOf(world, name)
  // Every query for a silent name ends in a timeout.
  if (state !== undefined && state !== 'nxdomain') return state === 'silent' ? 'timeout' : state
  return isZoneBogus(world, name) && authorityZoneOf(world, name) === zoneAt(world, name) ? 'bogus' : undefined
}

/** Returns whether nothing proves what the zone of a name lacks, so that validating resolvers fail (RFC 4035, section 5.4). */
export const lacksProof = (world: World, name: string): boolean =>
  world.facts !== undefined &&
  world.facts.dnssec.size > 0 &&
  zoneFaultOf(world, authorityZoneOf(world, name)) === 'nsec-missing'

// The state of all ordinary names: one shared object.
const ORDINARY: NameState = { kind: 'host', failure: undefined, failing: '' }

const nameStateOf = memoize((world, name): NameState => {
  const kind = findKind(world, name)
  const { failure, failing } = findFailure(world, name, kind)
  const isOrdinary = kind === 'host' && failure === undefined && statedAt(world, name) === undefined
  return isOrdinary ? ORDINARY : { kind, failure, failing }
})

/** Returns the failure of a name, or the first one that its aliases lead to. The platforms to which the seed's aliases lead never fail. */
const findFailure = (world: World, name: string, kind: NameKind): Pick<NameState, 'failure' | 'failing'> => {
  if (kind === 'nxdomain' && lacksProof(world, name)) return { failure: 'bogus', failing: name }
  if (kind !== 'alias' || world.facts === undefined) return { failure: ownFailureOf(world, name), failing: name }
  const { links, end, outcome } = aliasPathOf(world, name)
  for (const failing of [...links.map((link) => link.name), end]) {
    const failure = ownFailureOf(world, failing)
    if (failure !== undefined) return { failure, failing }
  }
  return { failure: outcome === 'endless' ? 'endless' : undefined, failing: name }
}

/** Returns whether a host has stated records without an address. */
const lacksAddress = (world: World, name: string): boolean =>
  world.facts !== undefined && addressesOf(world, name).length === 0

/** The records that a tool needs at a name. */
export type WantedRecords = 'address' | 'mail' | 'text'

/** The reason why a validating resolver, like most resolvers, finds no records at a name. */
export type Unreachable =
  /** The name does not exist; `undelegated` says why its whole zone is missing, if it is. */
  | { readonly reason: 'nxdomain'; readonly zone: string; readonly undelegated: Undelegated | undefined }
  /** A platform gave the name to a tenant that has left. */
  | { readonly reason: 'released'; readonly zone: string }
  | { readonly reason: 'dangling'; readonly zone: string; readonly target: string }
  | { readonly reason: Failure; readonly zone: string; readonly isRule?: boolean; readonly isLame?: boolean }
  /** The name has a null MX record: it accepts no mail (RFC 7505). */
  | { readonly reason: 'null-mx'; readonly zone: string }
  /** The name has no records, or only records of other types. */
  | { readonly reason: 'no-data'; readonly zone: string; readonly kind: NameKind; readonly wanted: WantedRecords }

const HOLDS: Readonly<Record<WantedRecords, readonly NameKind[]>> = {
  address: ['loopback'],
  mail: [],
  text: ['text', 'entry'],
}

/** Returns why a resolver that does not validate finds no records of a kind at a name; undefined if it finds some. */
export const missingOf = (world: World, name: string, wanted: WantedRecords = 'address'): Unreachable | undefined => {
  if (isAddress(name)) return undefined
  const kind = nameKindOf(world, name)
  if (kind === 'host' ? holds(world, name, wanted) : HOLDS[wanted].includes(kind)) return undefined
  const zone = authorityZoneOf(world, name)
  if (kind === 'host')
    return wanted === 'mail' && refusesMail(world, name)
      ? { reason: 'null-mx', zone }
      : { reason: 'no-data', zone, kind: 'text', wanted }
  if (kind === 'nxdomain')
    return isTenantName(name)
      ? { reason: 'released', zone }
      : { reason: 'nxdomain', zone, undelegated: undelegatedOf(world, name) }
  if (kind !== 'alias') return { reason: 'no-data', zone, kind, wanted }
  const { end, outcome } = aliasPathOf(world, name)
  if (outcome === 'resolves') return world.facts === undefined ? undefined : missingOf(world, end, wanted)
  return outcome === 'endless' ? { reason: 'endless', zone } : { reason: 'dangling', zone, target: end }
}

/** Returns whether a host has the needed records. All hosts do, except those whose stated records leave them out. */
const holds = (world: World, name: string, wanted: WantedRecords): boolean => {
  if (world.facts === undefined) return true
  const { MX, TXT } = statedAt(world, name) ?? {}
  if (wanted === 'text') return TXT?.length !== 0
  if (wanted === 'address') return !lacksAddress(world, name)
  if (MX === undefined) return !lacksAddress(world, name) || !isDeep(name)
  // Without MX records, senders use the addresses of the name (RFC 5321, section 5.1).
  return MX.length === 0 ? !lacksAddress(world, name) : !refusesMail(world, name)
}

/** Returns why a validating resolver finds no records of a kind at a name or an address; undefined if it finds some. */
export const whyUnreachable = (world: World, name: string, wanted?: WantedRecords): Unreachable | undefined => {
  if (isAddress(name)) return undefined
  const state = nameStateOf(world, name)
  if (state.failure !== undefined) {
    const zone = zoneAt(world, state.failing)
    return { reason: state.failure, zone, isLame: world.facts?.lame.has(zone) === true }
  }
  const ruled = world.facts?.dnsFaults && whyHiddenByRule(world, name, typeFor(world, name, wanted ?? 'address'))
  if (ruled !== undefined) return ruled
  return state === ORDINARY ? undefined : missingOf(world, name, wanted)
}

/** Returns whether a host name or address leads to an address that accepts connections. */
export const resolves = (world: World, host: string): boolean => whyUnreachable(world, host) === undefined
