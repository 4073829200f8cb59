import { writeV4 } from '../../foundation/addresses.ts'
import { statedAt } from '../facts.ts'
import { FIRST_HOST, hostNumber, LAST_HOST, RESOLVER, subnetOf } from '../hosts/subnets.ts'
import { addressOf } from '../hosts/hosts.ts'
import { canonicalName, inwardAnswersOf } from '../hosts/machines.ts'
import { between, chance, type Entity, fraction, part } from '../../foundation/mapping.ts'
import { zoneStart } from '../../foundation/names.ts'
import { addressIn, CARRIERS, carrierNetwork } from '../hosts/networks.ts'
import { type WorldPlace, places } from '../hosts/places.ts'
import { lastTime, timeToLive } from '../../foundation/periods.ts'
import { SECOND } from '../../foundation/units.ts'
import type { Overrides } from '../decisions.ts'
import { fact } from '../fact.ts'
import { entityOf, memoize, type World } from '../world.ts'
import { zoneOverridesAt } from '../overrides-at.ts'

/** One of the sixteen public resolvers of a world. */
export interface PublicResolver {
  readonly address: string
  readonly place: WorldPlace
  /** Whether the resolver answers SERVFAIL if DNSSEC validation fails (RFC 4035, section 5.5). */
  readonly validates: boolean
}

/** One resolver's answer to an address query for a domain. */
export interface ResolverAnswer {
  readonly resolver: PublicResolver
  readonly address: string
  /** Whether the answer matches the authoritative server's current one. */
  readonly current: boolean
  /** The remaining seconds of the resolver's cached copy. */
  readonly left: number
}

/** The progress of a domain's latest address change among the resolvers. */
export interface Propagation {
  readonly current: string
  /** The address before the change. */
  readonly previous: string
  /** The current time to live of the record, in seconds. */
  readonly ttl: number
  readonly answers: ResolverAnswer[]
}

/**
 * Returns the current time to live of a domain's address records, in seconds: the `ttl` of `propagationOf`. For an alias, returns the time
 * to live of its target.
 */
export const addressLifetimeOf = (world: World, domain: string, wantsV6 = false): number => {
  const name = canonicalName(world, domain)
  const { A, AAAA } = statedAt(world, name) ?? {}
  const [first] = (wantsV6 ? (AAAA ?? A) : (A ?? AAAA)) ?? []
  if (first === undefined && inwardAnswersOf(world, name)?.when === 'later') return 0
  return first?.ttl ?? timeToLive(entityOf(world, 'change', name), 'ttl')
}

// The time to live of the old record: before an unplanned change, it was usually long.
const PREVIOUS_TTL = 3600

// The age in seconds of a change that is still propagating: from 2 to less than 20 minutes.
const [YOUNGEST, OLDEST] = [120, 1200] as const

const progressOf = fact<string, NonNullable<Overrides['propagation']>>({
  scenario: (world, name) => zoneOverridesAt(world, name).propagation,
  seed: (world, name) => (chance(moveIdOf(world, name), 'complete', 0.65) ? 'complete' : 'partial'),
})

const moveIdOf = (world: World, name: string): Entity => entityOf(world, 'move', name, zoneStart(name))

/**
 * Returns the time of a zone's address change, in epoch ms, if it is still propagating; undefined if every resolver has the new address.
 */
export const lastMoveOf = (world: World, name: string): number | undefined => {
  const id = moveIdOf(world, name)
  if (progressOf(world, name) === 'complete') return undefined
  // The change ages with the world's time, and old copies expire with it.
  return lastTime(world.at - YOUNGEST * SECOND, id, 'changed', (OLDEST - YOUNGEST) * SECOND)
}

/** Returns the age, in seconds, of an address change that is still propagating; undefined if there is none. */
const changeAge = (world: World, name: string): number | undefined => {
  const moved = lastMoveOf(world, name)
  return moved === undefined ? undefined : Math.floor((world.at - moved) / SECOND)
}

// Returns the number of resolvers that still have the old address.
const lateOf = (id: Entity, age: number | undefined): number =>
  age === undefined ? 0 : between(id, 'late-count', 2, 7)

/** Returns the number of resolvers that still have an old address, the same as in `propagationOf`. */
export const staleResolversOf = (world: World, domain: string): number => {
  const name = canonicalName(world, domain)
  const age = changeAge(world, name)
  return age === undefined ? 0 : lateOf(entityOf(world, 'change', name), age)
}

/**
 * Returns the remaining seconds of a resolver's cached copy; `share` is from 0 to 1. While a change is propagating (`age` seconds old), old
 * copies are from before the change, so less of their lifetime is left. New copies are from after the change, so more is left.
 */
const secondsLeft = (share: number, ttl: number, age = ttl, isLate = false): number => {
  if (isLate) return OLDEST + Math.floor(share * (PREVIOUS_TTL - OLDEST)) - age
  // A copy without a lifetime is gone at once.
  if (ttl === 0) return 0
  return age < ttl ? ttl - Math.floor((1 - share) * age) : Math.max(1, Math.floor(share * ttl))
}

/** Returns whether a resolver is one of the `count` chosen ones. Five is coprime with sixteen: steps of five cover all regions. */
const isChosen = (index: number, first: number, count: number): boolean => ((index - first + 16) * 5) % 16 < count

/**
 * Returns the sixteen public resolvers of a world, one at each location. Pass the address of one to `queryDns` as `server`.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * const resolvers = publicResolversOf(world)
 * resolvers.length // => 16
 * queryDns(world, 'shop.example', 'A', { server: resolvers[0]?.address }).outcome // => 'found'
 */
export const publicResolversOf = (world: World): PublicResolver[] => {
  const resolvers = entityOf(world, 'resolvers', '')
  // Neighboring locations use resolvers of different carriers.
  const carrier = between(resolvers, 'carrier', 0, CARRIERS - 1)
  // On the real internet, a third of the users are behind validating resolvers.
  const validating = between(resolvers, 'validating', 4, 7)
  const first = between(resolvers, 'first-validating', 0, places.length - 1)
  return places.map((place, index) => ({
    address: addressIn(carrierNetwork(false, (carrier + index * 4) % CARRIERS, index), RESOLVER),
    place,
    validates: isChosen(index, first, validating),
  }))
}

/** Queries the sixteen resolvers for the address of a domain. */
export const propagationOf = memoize((world, domain): Propagation => {
  const name = canonicalName(world, domain)
  const id = entityOf(world, 'change', name)
  const age = changeAge(world, name)
  const current = addressOf(world, domain)
  const number = hostNumber(id, 'previous-host')
  const subnet = subnetOf(id, 'previous')
  const moved = writeV4(subnet + number)
  const previous = moved === current ? writeV4(subnet + (number === LAST_HOST ? FIRST_HOST : number + 1)) : moved
  const ttl = addressLifetimeOf(world, domain)
  const first = between(id, 'late', 0, places.length - 1)
  const late = lateOf(id, age)
  const answers = publicResolversOf(world).map((resolver, index) => {
    const asked = part(id, index)
    const isLate = isChosen(index, first, late)
    return {
      resolver,
      address: isLate ? previous : current,
      current: !isLate,
      left: secondsLeft(fraction(asked, 'left'), ttl, age, isLate),
    }
  })
  return { current, previous, ttl, answers }
})
