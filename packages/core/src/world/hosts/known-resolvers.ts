import type { World } from '../world.ts'

/** The hosts of public resolvers, by the names of their addresses. */
const HOSTS: ReadonlySet<string> = new Set([
  'dns.google',
  'dns.opendns.com',
  'dns.quad9.net',
  'one.one.one.one',
  'resolver1.ipv6-sandbox.opendns.com',
  'resolver2.ipv6-sandbox.opendns.com',
])

const found = new WeakMap<object, readonly string[]>()

/**
 * Returns the addresses of the public resolvers of the known internet, which programs have as literals. They validate. A world without the
 * known internet has none.
 *
 * @example
 * knownResolversOf(openWorld({ seed: 'k3f9' }, Date.now).world).includes('8.8.8.8') // => true
 * knownResolversOf(openWorld({ world: { known: false } }, Date.now).world) // => []
 */
export const knownResolversOf = ({ facts }: World): readonly string[] => {
  if (facts === undefined) return []
  const addresses =
    found.get(facts) ??
    [...facts.addresses].flatMap(([address, { reverse }]) => (HOSTS.has(reverse?.hostname ?? '') ? [address] : []))
  found.set(facts, addresses)
  return addresses
}
