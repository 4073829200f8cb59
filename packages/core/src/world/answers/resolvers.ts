import { LIST_ENTRY } from '../names/block-lists.ts'
import { failureOf, isFailing, missingOf, nameKindOf } from './existence.ts'
import { memoize } from '../memoize.ts'
import { places } from '../hosts/places.ts'
import { propagationOf, type ResolverAnswer, staleResolversOf } from './propagation.ts'
import type { World } from '../world.ts'

/** The answer of one of the sixteen resolvers to an address query for a name. */
export interface ResolverReply extends Omit<ResolverAnswer, 'current' | 'address'> {
  /** Null if the resolver finds no address. */
  readonly address: string | null
  /** The status of the answer; `failed` means that the resolver validates and answers SERVFAIL (RFC 4035, section 5.5). */
  readonly status: 'current' | 'stale' | 'failed'
}

/** Returns whether a name had an address earlier. A name that never existed has no stale copies; a dangling alias had an address before. */
const hadAddress = (world: World, domain: string): boolean => {
  const missing = missingOf(world, domain)
  return missing === undefined || missing.reason === 'dangling'
}

/** Queries each of the sixteen resolvers for the address of a name, even if the name does not exist. */
export const resolverRepliesOf = memoize((world, domain): ResolverReply[] => {
  const { answers, current } = propagationOf(world, domain)
  const isEntry = nameKindOf(world, domain) === 'entry'
  const fresh = isEntry ? LIST_ENTRY.address : missingOf(world, domain) === undefined ? current : null
  const [failure, changes] = [failureOf(world, domain), hadAddress(world, domain)]
  return answers.map(({ resolver, left, address, current: isCurrent }) => {
    const status =
      failure !== undefined && (failure !== 'bogus' || resolver.validates)
        ? 'failed'
        : isCurrent || !changes
          ? 'current'
          : 'stale'
    return {
      resolver,
      left: status === 'failed' ? 0 : left,
      status,
      address: status === 'failed' ? null : status === 'stale' ? address : fresh,
    }
  })
})

/** Returns the number of resolvers whose answer matches the nameservers' current one, the same as in `resolverRepliesOf`. */
export const agreeingResolversOf = (world: World, domain: string): number => {
  if (isFailing(world, domain))
    return resolverRepliesOf(world, domain).filter(({ status }) => status === 'current').length
  return hadAddress(world, domain) ? places.length - staleResolversOf(world, domain) : places.length
}
