import { between, chance, type Entity, pick } from './mapping.ts'
import { zoneOf, zoneStart } from './names.ts'
import { memoize } from './memoize.ts'
import { entityOf, type World } from './world.ts'
import { parentOf } from './zones.ts'

/** The odds that a zone is signed (spec §9). */
const DNSSEC_ENABLED_ODDS = 0.7

/** One zone on the way from the root to the name, with what ties it to the one above. */
export interface ChainLink {
  readonly zone: string
  /** Key tag of the key that signs the zone (RFC 4034, appendix B); null in an unsigned zone. */
  readonly key: number | null
  /** Key tag that the parent's DS record names; null where the parent has none (the root has no parent). */
  readonly delegated: number | null
  readonly algorithm: string | null
  readonly state: 'secure' | 'insecure' | 'bogus'
}

/** How a validating resolver judges a zone (RFC 4033, section 5). */
export interface Dnssec {
  readonly state: 'secure' | 'insecure' | 'bogus'
  readonly chain: ChainLink[]
}

const ALGORITHMS = ['ECDSAP256SHA256', 'ECDSAP256SHA256', 'RSASHA256', 'ED25519'] as const

const keyTag = (id: Entity, field: string): number => between(id, field, 1024, 65_535)

const upperLink = (world: World, zone: string): ChainLink => {
  const key = keyTag(entityOf(world, 'zone-key', zone), 'tag')
  return { zone, key, delegated: zone === '.' ? null : key, algorithm: 'RSASHA256', state: 'secure' }
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
  const key = keyTag(id, 'tag')
  const delegated = state === 'bogus' ? keyTag(id, 'stale-tag') : key
  const link: ChainLink =
    state === 'insecure'
      ? { zone: `${zone}.`, key: null, delegated: null, algorithm: null, state }
      : { zone: `${zone}.`, key, delegated, algorithm: pick(id, 'algorithm', ALGORITHMS), state }
  return { state, chain: [upperLink(world, '.'), upperLink(world, `${parentOf(zone)}.`), link] }
})
