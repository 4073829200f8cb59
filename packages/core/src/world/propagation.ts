import { writeV4 } from './addresses.ts'
import { hostNumber, subnetOf } from './subnets.ts'
import { addressOf } from './hosts.ts'
import { timeToLive } from './lifetimes.ts'
import { between, chance, type Entity, fraction, part } from './mapping.ts'
import { zoneStart } from './names.ts'
import { type Place, places } from './places.ts'
import { SECOND } from './time.ts'
import { remembered } from './remembered.ts'
import { entityOf, type World } from './world.ts'

/** What one resolver answers for the address of a domain. */
export interface ResolverAnswer {
  readonly place: Place
  /** Address of the resolver. */
  readonly resolver: string
  readonly address: string
  /** Whether the answer is what the authority says now. */
  readonly current: boolean
  /** Seconds that the resolver may still keep its copy. */
  readonly left: number
}

/** How far the last change of a domain's address has come. */
export interface Propagation {
  readonly current: string
  /** The address before the change. */
  readonly previous: string
  /** Time to live of the record now, in seconds. */
  readonly ttl: number
  readonly answers: ResolverAnswer[]
}

/** Gives the time to live that the address records of a domain have now, in seconds: the `ttl` of `propagationOf`. */
export const addressLifetimeOf = (world: World, domain: string): number =>
  timeToLive(entityOf(world, 'change', domain), 'ttl')

// Before a change that was not planned, the old record usually had a long time to live.
const PREVIOUS_TTL = 3600

/**
 * Tells how many seconds ago the addresses of a zone were changed, if that change is still on its way to the resolvers;
 * undefined when it has arrived everywhere.
 */
const changeAge = (world: World, name: string): number | undefined => {
  const id = entityOf(world, 'move', name, zoneStart(name))
  const state = world.bends.propagation ?? (chance(id, 'complete', 0.65) ? 'complete' : 'partial')
  return state === 'complete' ? undefined : between(id, 'age', 120, 1200)
}

/** Gives the instant of a change that is still on its way, in epoch ms; undefined when there is none. */
export const lastMoveOf = (world: World, name: string): number | undefined => {
  const age = changeAge(world, name)
  return age === undefined ? undefined : world.at - age * SECOND
}

// Number of resolvers that still have the old address.
const lateOf = (id: Entity, age: number | undefined): number =>
  age === undefined ? 0 : between(id, 'late-count', 2, 7)

/** Gives the number of resolvers that still have an old address: as many as `propagationOf` shows. */
export const staleResolversOf = (world: World, domain: string): number => {
  const age = changeAge(world, domain)
  return age === undefined ? 0 : lateOf(entityOf(world, 'change', domain), age)
}

/** Asks the sixteen resolvers for the address of a domain. */
export const propagationOf = remembered((world, domain): Propagation => {
  const id = entityOf(world, 'change', domain)
  const age = changeAge(world, domain)
  const current = addressOf(world, domain)
  const number = hostNumber(id, 'previous-host')
  const moved = writeV4(subnetOf(id, 'previous') + number)
  const previous = moved === current ? `192.0.2.${number}` : moved
  const ttl = timeToLive(id, 'ttl')
  const first = between(id, 'late', 0, places.length - 1)
  const late = lateOf(id, age)
  // A copy of the old record was taken before the change, so it has less left than its whole life.
  const longest = PREVIOUS_TTL - (age ?? 0)
  const resolvers = entityOf(world, 'resolvers', '')
  const answers = places.map((place, index) => {
    const resolver = part(resolvers, index)
    const asked = part(id, index)
    // Five is coprime with sixteen: the late ones are spread over the regions.
    const isLate = ((index - first + 16) * 5) % 16 < late
    return {
      place,
      resolver: `192.0.2.${hostNumber(resolver, 'number')}`,
      address: isLate ? previous : current,
      current: !isLate,
      left: Math.max(1, Math.floor(fraction(asked, 'left') * (isLate ? longest : ttl))),
    }
  })
  return { current, previous, ttl, answers }
})
