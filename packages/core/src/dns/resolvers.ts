import { propagationOf } from '../world/propagation.ts'
import type { World } from '../world/world.ts'

/** A public resolver of the simulated internet: one of the sixteen that `dns-propagation` lists. */
export interface PublicResolver {
  readonly address: string
  readonly city: string
  /** Whether it refuses what DNSSEC does not verify. */
  readonly validates: boolean
}

/** The resolver that the tools ask: it validates, and has no old copies. */
export const TOOLS_RESOLVER = '192.0.2.53'

/**
 * Returns the public resolvers of a world. The seed alone decides where they are.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'healthy', at: 0 }, () => 0)
 * publicResolversOf(world).length // => 16
 * const [{ address }] = publicResolversOf(world)
 * queryDns(world, 'mail.example', 'A', { server: address }).outcome // => 'found'
 */
export const publicResolversOf = (world: World): PublicResolver[] =>
  // Whatever name they are asked for, they are the same.
  propagationOf(world, 'example').answers.map(({ resolver, place, validates }) => ({
    address: resolver,
    city: place.city,
    validates,
  }))
