import { isAddress } from '../foundation/addresses.ts'
import { addressOfReverseName, isWithin } from '../foundation/names.ts'
import { withKnownFacts } from '../known/with-known-facts.ts'
import { readWorld } from '../world-document/read-world.ts'
import { type Facts, isLeftOut, isListed, relayedBelow } from '../world/facts.ts'
import { undelegatedOf } from '../world/names/delegation.ts'
import type { World } from '../world/world.ts'
import { activeFaults } from './open-world.ts'
import type { WorldOptions } from './toolbox-options.ts'

/**
 * Where the facts about a name or an address come from. The first that lists it decides: a server of yours that answers for it (`--map`,
 * `servedBy`), the rest of the world document, the known internet, a fault of the scenario, or the seed.
 */
export type FactSource = 'map' | 'document' | 'known' | 'scenario' | 'seed'

const isMapped = (facts: Facts, name: string): boolean =>
  facts.hosts.get(name)?.machine.relayed !== undefined || relayedBelow({ facts }, name) !== undefined

const lists = (facts: Facts, subject: string): boolean =>
  isAddress(subject)
    ? facts.addresses.has(subject) || facts.hostAddresses.has(subject)
    : isListed(facts, subject) || facts.wholeZones.has(subject)

/**
 * Returns a function that returns where the facts about a name in lower case, or about an address, come from at a time in epoch
 * milliseconds. Throws a `ToolError` for an invalid scenario or document.
 *
 * @example
 * const sourceOf = factSources({ scenario: 'mx-down:shop.example', world: { hosts: { 'api.example': {} } } }, 0)
 * sourceOf('api.example') // => 'document'
 * sourceOf('dns.google') // => 'known'
 * sourceOf('www.shop.example') // => 'scenario'
 * sourceOf('mail.example') // => 'seed'
 */
export const factSources = (
  options: Pick<WorldOptions, 'scenario' | 'world'>,
  at: number,
): ((subject: string) => FactSource) => {
  const own = options.world === undefined ? undefined : readWorld(options.world).factsAt(at)
  const known = options.world?.known === false ? undefined : withKnownFacts(undefined)(at)
  const faults = activeFaults(options, at)
  return (asked) => {
    const subject = addressOfReverseName(asked) ?? asked
    if (own !== undefined && isMapped(own, subject)) return 'map'
    if (own !== undefined && lists(own, subject)) return 'document'
    if (known !== undefined && lists(known, subject)) return 'known'
    return faults.some(({ domain }) => domain === undefined || isWithin(subject, domain)) ? 'scenario' : 'seed'
  }
}

/**
 * Returns whether a name is missing only because nobody listed it, in a world whose document is strict. The reserved names, such as names
 * below `.invalid`, are missing in every world.
 *
 * @example
 * const { world } = openWorld({ world: { strict: true, hosts: { 'api.example': {} } } }, Date.now)
 * isLeftOutOf(world, 'api.example') // => false
 * isLeftOutOf(world, 'shop.example') // => true
 * isLeftOutOf(world, 'nobody.invalid') // => false
 */
export const isLeftOutOf = (world: World, name: string): boolean => {
  if (world.facts?.strict === undefined) return false
  const undelegated = undelegatedOf(world, name)
  if (undelegated === 'special') return false
  if (isLeftOut(world, name)) return true
  // A top-level domain that doesn't exist, such as the name of a container, unless names below it are listed.
  return undelegated === 'unknown' && ![...world.facts.zones].some((zone) => isWithin(zone, name))
}
