import { type Failure, failureOf, missingOf, nameKindOf } from './existence.ts'
import { listAnswerTo } from '../hosts/listings.ts'
import { askedOf } from '../hosts/dns-faults.ts'
import { memoize, type World } from '../world.ts'
import { places } from '../hosts/places.ts'
import { propagationOf, type ResolverAnswer, staleResolversOf } from './propagation.ts'

/** The answer of one of the sixteen resolvers to an address query for a name. */
export interface ResolverReply extends Omit<ResolverAnswer, 'current' | 'address'> {
  /** Null if the resolver finds no address. */
  readonly address: string | null
  /** The status of the answer; `failed` means that there is none. */
  readonly status: 'current' | 'stale' | 'failed'
  /** The reason for a failure. For `bogus`, resolvers that validate answer SERVFAIL (RFC 4035, section 5.5). */
  readonly failure: Failure | undefined
}

/** Returns whether a name had an address earlier. A name that never existed has no stale copies; a dangling alias had an address before. */
const hadAddress = (world: World, domain: string): boolean => {
  const missing = missingOf(world, domain)
  return missing === undefined || missing.reason === 'dangling'
}

/** Queries each of the sixteen resolvers for the address of a name, even if the name does not exist. */
export const resolverRepliesOf = memoize((world, domain): ResolverReply[] => {
  const { answers, current } = propagationOf(world, domain)
  const entry = nameKindOf(world, domain) === 'entry' ? listAnswerTo(world, domain, 'public') : undefined
  const fresh = entry !== undefined ? entry.address : missingOf(world, domain) === undefined ? current : null
  const changes = hadAddress(world, domain)
  return answers.map(({ resolver, left, address, current: isCurrent }) => {
    const options = { resolver: resolver.address, validates: resolver.validates }
    const failure = failureOf(world, domain, 'A', options)
    const isMissing =
      world.facts?.dnsFaults !== undefined && askedOf(world, domain, 'A', options).outcome === 'nxdomain'
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
      address: status === 'failed' || isMissing ? null : status === 'stale' ? address : fresh,
      failure: status === 'failed' ? failure : undefined,
    }
  })
})

/** Returns the number of resolvers whose answer matches the nameservers' current one, the same as in `resolverRepliesOf`. */
export const agreeingResolversOf = (world: World, domain: string): number => {
  if (failureOf(world, domain) !== undefined || world.facts?.dnsFaults !== undefined)
    return resolverRepliesOf(world, domain).filter(({ status }) => status === 'current').length
  return hadAddress(world, domain) ? places.length - staleResolversOf(world, domain) : places.length
}
