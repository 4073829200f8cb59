import { addressIn, subnetOf } from './addresses.ts'
import { addressOf, timeToLive } from './hosts.ts'
import { between, chance, fraction } from './mapping.ts'
import { type Place, places } from './places.ts'
import { entityOf, remembered, type World } from './world.ts'

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

/** Asks the sixteen resolvers for the address of a domain. */
export const propagationOf = remembered((world, domain): Propagation => {
  const id = entityOf(world, 'change', domain)
  const state = world.bends.propagation ?? (chance(id, 'complete', 0.65) ? 'complete' : 'partial')
  const current = addressOf(world, domain)
  const moved = addressIn(subnetOf(id, 'previous'), id, 'previous-host')
  const previous = moved === current ? addressIn('192.0.2', id, 'previous-host') : moved
  const ttl = timeToLive(id, 'ttl')
  const first = between(id, 'late', 0, places.length - 1)
  const late = state === 'partial' ? between(id, 'late-count', 2, 7) : 0
  const answers = places.map((place, index) => {
    const resolver = entityOf(world, 'resolver', place.code)
    const asked = entityOf(world, 'cached', `${place.code} ${domain}`)
    // Five is coprime with sixteen: the late ones are spread over the regions.
    const isLate = ((index - first + 16) * 5) % 16 < late
    return {
      place,
      resolver: addressIn('192.0.2', resolver, 'address'),
      address: isLate ? previous : current,
      current: !isLate,
      left: Math.max(1, Math.floor(fraction(asked, 'left') * (isLate ? PREVIOUS_TTL : ttl))),
    }
  })
  return { current, previous, ttl, answers }
})
