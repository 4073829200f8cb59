import { isSharedZone, isUpper } from './companies.ts'
import { between, chance, type Entity, pick } from '../../foundation/mapping.ts'
import { parentName, zoneOf, zoneStart } from '../../foundation/names.ts'
import { zoneAt } from '../facts.ts'
import { fact } from '../fact.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { zoneOverridesAt } from '../overrides-at.ts'
import { isZoneFault, stateOfSigning, type ZoneFault, type ZoneState } from '../zone-faults.ts'

/** The odds that a zone is signed (spec §9). */
const DNSSEC_ENABLED_ODDS = 0.7

/** One of the keys in the pool of the simulated internet. `dnskeyOf` returns its record. */
export interface ZoneKeyId {
  readonly algorithm: 'RSASHA256' | 'ECDSAP256SHA256' | 'ED25519'
  readonly number: number
}

/** One zone on the path from the root to the name, with its link to the parent. */
export interface ChainLink {
  readonly zone: string
  /** The key that signs the zone; null in an unsigned zone. */
  readonly key: ZoneKeyId | null
  /** The key that the parent's DS record refers to; null if there is no DS record (the root has no parent). */
  readonly delegated: ZoneKeyId | null
  readonly state: ZoneState
  /** The fault of the keys and signatures of the zone; undefined if the keys of `key` and `delegated` say it all. */
  readonly fault?: ZoneFault | undefined
}

/** A validating resolver's verdict on a zone (RFC 4033, section 5). */
export interface Dnssec {
  readonly state: ZoneState
  readonly chain: ChainLink[]
}

const ALGORITHMS = ['ECDSAP256SHA256', 'ECDSAP256SHA256', 'RSASHA256', 'ED25519'] as const

// The pool has fewer keys, so numbers wrap around.
const keyNumber = (id: Entity): number => between(id, 'key', 1, 999_999)

const upperLink = (world: World, name: string): ChainLink => {
  const zone = name === '.' ? '.' : `${name}.`
  const key = { algorithm: 'RSASHA256', number: keyNumber(entityOf(world, 'zone-key', zone)) } as const
  return { zone, key, delegated: zone === '.' ? null : key, state: 'secure' }
}

/** Returns the links above a zone, from the root down. */
const upperLinks = (world: World, zone: string): ChainLink[] => {
  const links: ChainLink[] = []
  if (zone === '.') return links
  for (let above = parentName(zone); ; above = parentName(above)) {
    // Only some names of the reverse tree are zones.
    if (zoneOf(above) === above) links.unshift(upperLink(world, above))
    if (above === '.') return links
  }
}

// No seed makes a zone bogus, only a scenario does: a bogus zone has no address, mail server or policy for a validating resolver, so the
// other odds of the specification would not hold.
const zoneState = fact<string, ZoneState>({
  document: (world, name) => {
    const signing = world.facts?.dnssec.get(zoneOf(name))
    return signing && stateOfSigning(signing)
  },
  scenario: (world, name) => zoneOverridesAt(world, name).dnssec,
  seed: (world, name) => (chance(zoneId(world, name), 'signed', DNSSEC_ENABLED_ODDS) ? 'secure' : 'insecure'),
})

const zoneId = (world: World, name: string): Entity => entityOf(world, 'zone-key', name, zoneStart(name))

/** Returns whether the zone of a name has invalid signatures: faster than the state, which most worlds draw. */
export const isZoneBogus = (world: World, name: string): boolean =>
  (zoneOverridesAt(world, name).dnssec === 'bogus' || (world.facts !== undefined && world.facts.dnssec.size > 0)) &&
  dnssecStateOf(world, name) === 'bogus'

/** Returns the state of a delegated zone without a stated one: the chain of trust ends above it. */
const unsignedBelow = ({ state, chain }: Dnssec, zone: string): Dnssec => {
  const own = state === 'secure' ? 'insecure' : state
  return { state: own, chain: [...chain, { zone: `${zone}.`, key: null, delegated: null, state: own }] }
}

/** Returns the DNSSEC state of a name's zone: like the `state` of `dnssecOf`, but faster. */
export const dnssecStateOf = (world: World, name: string): ZoneState => {
  const start = zoneStart(name)
  // The root and the zones just below it are all signed; a name such as `_dmarc.example` is in one of them.
  if (start === 0 && (name.startsWith('_') || isUpper(name))) return 'secure'
  if (world.facts !== undefined && zoneAt(world, name) !== zoneOf(name)) return dnssecOf(world, name).state
  const state = zoneState(world, name)
  // A scenario's fault affects one domain; the keys of shared zones stay valid.
  if (state !== 'bogus' || world.facts?.dnssec.has(zoneOf(name)) === true) return state
  const zone = start === 0 ? name : name.slice(start)
  return isSharedZone(zone) || world.facts?.sharedZones.has(zone) === true ? 'secure' : state
}

/** Returns the DNSSEC state of a name's zone, and its chain of trust. */
export const dnssecOf = memoize((world, name): Dnssec => {
  const zone = zoneAt(world, name)
  const above = zone === zoneOf(zone) ? undefined : dnssecOf(world, parentName(zone))
  const stated = above?.state === 'secure' ? world.facts?.dnssec.get(zone) : undefined
  if (above !== undefined && (stated === undefined || stated === 'insecure')) return unsignedBelow(above, zone)
  const id = entityOf(world, 'zone-key', zone)
  const state = stated === undefined ? dnssecStateOf(world, zone) : stateOfSigning(stated)
  const signing = stated ?? world.facts?.dnssec.get(zone)
  const fault = signing !== undefined && isZoneFault(signing) ? signing : undefined
  const key = { algorithm: pick(id, 'algorithm', ALGORITHMS), number: keyNumber(id) }
  // The zone changed its key, but the parent's DS record still refers to the previous one.
  const delegated = state === 'bogus' && fault === undefined ? { ...key, number: key.number - 1 } : key
  const signed = state === 'insecure' && fault === undefined ? { key: null, delegated: null } : { key, delegated }
  const link: ChainLink = { zone: `${zone}.`, ...signed, state, ...(fault && { fault }) }
  const upper = above?.chain ?? upperLinks(world, zone)
  return { state, chain: [...upper, isUpper(zone) ? upperLink(world, zone) : link] }
})

/** Returns the stated fault of the signatures of a name's zone. */
export const zoneFaultOf = (world: World, name: string): ZoneFault | undefined =>
  world.facts?.dnssec.has(zoneAt(world, name)) === true ? dnssecOf(world, name).chain.at(-1)?.fault : undefined
