import { parseDomain } from '../inputs/host.ts'
import type { PublicResolver } from '../world/answers/propagation.ts'
import { resolverRepliesOf } from '../world/answers/resolvers.ts'
import type { World } from '../world/world.ts'

/** A public resolver's answer to an address query for a name. */
export interface ResolverAnswer {
  readonly resolver: PublicResolver
  /** `current`: same as the nameservers' answer. `stale`: a copy from before the last change. `failed`: SERVFAIL. */
  readonly status: 'current' | 'stale' | 'failed'
  /** The first address in the answer, of IPv6 only if the host has no other; null if the resolver finds none or fails. */
  readonly address: string | null
  /** The reason for a failure: `bogus` for invalid signatures, else the outcome of the query, such as `timeout`. */
  readonly failure: 'bogus' | 'servfail' | 'timeout' | 'endless' | 'refused' | 'notimp' | undefined
  /** The remaining seconds for which the resolver caches its copy. */
  readonly ttl: number
}

/**
 * Returns the answers of the sixteen public resolvers for the address of a domain, as `dns-propagation` shows them. The list is empty for a
 * text that is not a domain.
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
  return resolverRepliesOf(world, domain).map(({ resolver, status, address, left, failure }) => ({
    resolver,
    status,
    address,
    failure,
    ttl: left,
  }))
}
