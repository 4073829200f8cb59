import { parseDomain } from '../inputs/host.ts'
import type { PublicResolver } from '../world/propagation.ts'
import { resolverRepliesOf } from '../world/resolvers.ts'
import type { World } from '../world/world.ts'

/** The answer of a public resolver to a question for the address of a name. */
export interface ResolverAnswer {
  readonly resolver: PublicResolver
  /** `current`: what the nameservers answer. `stale`: a copy from before the last change. `failed`: SERVFAIL. */
  readonly status: 'current' | 'stale' | 'failed'
  /** The first A record that it gives; null if it finds none or fails. */
  readonly address: string | null
  /** Seconds for which it keeps its copy. */
  readonly ttl: number
}

/**
 * Returns the answers of the sixteen public resolvers for the address of a domain, as `dns-propagation` shows them. A text that is
 * no domain has none.
 *
 * @example
 * const { world } = openWorld({ seed: 'k3f9', scenario: 'propagation-partial', at: 0 }, () => 0)
 * const answers = propagationOf(world, 'shop.example')
 * answers.length // => 16
 * answers.some(({ status }) => status === 'stale') // => true
 */
export const propagationOf = (world: World, name: string): ResolverAnswer[] => {
  const domain = parseDomain(name)
  if (domain === undefined) return []
  return resolverRepliesOf(world, domain).map(({ resolver, status, address, left }) => ({
    resolver,
    status,
    address,
    ttl: left,
  }))
}
