import { between, chance, type Entity, pick } from './mapping.ts'
import { zoneOf, zoneStart } from './names.ts'
import { memoize } from './memoize.ts'
import { entityOf, type World } from './world.ts'
import { parentOf } from './zones.ts'

/** The odds that a zone is signed (spec §9). */
const DNSSEC_ENABLED_ODDS = 0.7

/** One of the keys in the pool of the simulated internet, which `dnskeyOf` turns into records. */
export interface ZoneKeyId {
  readonly algorithm: 'RSASHA256' | 'ECDSAP256SHA256' | 'ED25519'
  readonly number: number
}

/** One zone on the way from the root to the name, with what ties it to the one above. */
export interface ChainLink {
  readonly zone: string
  /** The key that signs the zone; null in an unsigned zone. */
  readonly key: ZoneKeyId | null
  /** The key that the parent's DS record names; null where the parent has none (the root has no parent). */
  readonly delegated: ZoneKeyId | null
  readonly state: 'secure' | 'insecure' | 'bogus'
}

/** How a validating resolver judges a zone (RFC 4033, section 5). */
export interface Dnssec {
  readonly state: 'secure' | 'insecure' | 'bogus'
  readonly chain: ChainLink[]
}

const ALGORITHMS = ['ECDSAP256SHA256', 'ECDSAP256SHA256', 'RSASHA256', 'ED25519'] as const

// The pool has fewer keys, and comes round.
const keyNumber = (id: Entity): number => between(id, 'key', 1, 999_999)

const upperLink = (world: World, zone: string): ChainLink => {
  const key = { algorithm: 'RSASHA256', number: keyNumber(entityOf(world, 'zone-key', zone)) } as const
  return { zone, key, delegated: zone === '.' ? null : key, state: 'secure' }
}

const stateOf = (world: World, id: Entity): Dnssec['state'] => {
  if (world.overrides.dnssec !== undefined) return world.overrides.dnssec
  if (!chance(id, 'signed', DNSSEC_ENABLED_ODDS)) return 'insecure'
  return chance(id, 'bogus', 0.05) ? 'bogus' : 'secure'
}

/** Gives the DNSSEC state of the zone that a name belongs to: the `state` of `dnssecOf`, for those who need no more. */
export const dnssecStateOf = (world: World, name: string): Dnssec['state'] =>
  // A name such as `_dmarc.example` is in the zone of the top-level domain.
  zoneStart(name) === 0 && name.startsWith('_')
    ? 'secure'
    : stateOf(world, entityOf(world, 'zone-key', name, zoneStart(name)))

/** Gives the DNSSEC state of the zone that a name belongs to, and the chain of trust that leads to it. */
export const dnssecOf = memoize((world, name): Dnssec => {
  const zone = zoneOf(name)
  const id = entityOf(world, 'zone-key', zone)
  const state = dnssecStateOf(world, name)
  const key = { algorithm: pick(id, 'algorithm', ALGORITHMS), number: keyNumber(id) }
  // The zone went over to another key, and the parent still names the one before it.
  const delegated = state === 'bogus' ? { ...key, number: key.number - 1 } : key
  const signed = state === 'insecure' ? { key: null, delegated: null } : { key, delegated }
  const link: ChainLink = { zone: `${zone}.`, ...signed, state }
  return { state, chain: [upperLink(world, '.'), upperLink(world, `${parentOf(zone)}.`), link] }
})
