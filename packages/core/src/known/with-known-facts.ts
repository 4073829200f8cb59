import { parentName } from '../foundation/names.ts'
import { factsByTime, factsOf } from '../world-document/facts-of-document.ts'
import { withLameDelegations } from '../world-document/lame-delegations.ts'
import type { ReadWorld } from '../world-document/read-world.ts'
import type { WorldDocument, WorldDomain } from '../world-document/world-document.ts'
import { knownDocumentText } from './known-document.ts'

/*
 * The known internet: a world document about names that programs expect, below the document of the user. What the user defines at a name, or
 * with `complete` or `dns` above it, replaces what is known about the name.
 */

type FactsAt = ReadWorld['factsAt']

const parsed: { known?: WorldDocument } = {}

/** Returns the world document of the known internet, which the script parsed and checked. */
export const knownDocument = (): WorldDocument =>
  // The cast is safe: `npm run known:check` compares the text with the canonical form of the sources.
  (parsed.known ??= JSON.parse(knownDocumentText) as WorldDocument)

/** Returns whether the user defines the zone of a name as a whole, or the answer for all names around it. */
const isReplacedAbove = (domains: Readonly<Record<string, WorldDomain>>, name: string): boolean => {
  for (let at = name; at !== '.'; at = parentName(at)) {
    const domain = Object.hasOwn(domains, at) ? domains[at] : undefined
    if (domain?.complete === true || domain?.dns !== undefined) return true
  }
  return false
}

/** Returns the world document of the user on top of the known internet. */
const merged = (user: WorldDocument): WorldDocument => {
  const { domains = {}, hosts = {}, addresses = {} } = user
  const known = knownDocument()
  const kept = <T>(entries: Readonly<Record<string, T>> = {}, isKept: (name: string, entry: T) => boolean) =>
    Object.fromEntries(Object.entries(entries).filter(([name, entry]) => isKept(name, entry)))
  const knownDomains = kept(
    known.domains,
    (name) =>
      domains[name]?.records === undefined && hosts[name]?.servedBy !== 'self' && !isReplacedAbove(domains, name),
  )
  return {
    ...user,
    domains: {
      ...knownDomains,
      // A domain with a scenario only keeps the records that are known.
      ...Object.fromEntries(
        Object.entries(domains).map(([name, domain]) => [name, { ...knownDomains[name], ...domain }]),
      ),
    },
    hosts: { ...kept(known.hosts, (name) => !isReplacedAbove(domains, name)), ...hosts },
    addresses: {
      ...kept(known.addresses, (_address, { ptr }) => typeof ptr !== 'string' || !isReplacedAbove(domains, ptr)),
      ...addresses,
    },
  }
}

const factsAtOf = (document: WorldDocument): FactsAt => factsByTime(document, withLameDelegations(factsOf(document)))

const NO_DOCUMENT = {}
const layered = new WeakMap<object, FactsAt>()

/**
 * Returns the facts of a world document with the known internet below it; without a document, the facts of the known internet. A
 * document with `known: false` has only its own.
 */
export const withKnownFacts = (stated: ReadWorld | undefined): FactsAt => {
  if (stated?.document.known === false) return stated.factsAt
  const key = stated ?? NO_DOCUMENT
  const before = layered.get(key)
  if (before !== undefined) return before
  const factsAt = factsAtOf(stated === undefined ? knownDocument() : merged(stated.document))
  layered.set(key, factsAt)
  return factsAt
}
