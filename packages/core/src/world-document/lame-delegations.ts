import type { FieldPath } from '../errors/document-errors.ts'
import { parentName } from '../foundation/names.ts'
import { MOST_ALIASES } from '../world/names/aliases.ts'
import { undelegatedOf } from '../world/names/delegation.ts'
import { dnsStateOf, type Facts, statedAt } from '../world/facts.ts'
import type { WorldDocument } from './world-document.ts'

const isBelowWholeZone = ({ wholeZones }: Facts, host: string): boolean => {
  if (wholeZones.size === 0) return false
  for (let at = host; at !== '.'; at = parentName(at)) if (wholeZones.has(at)) return true
  return false
}

/** Returns whether resolvers find an address of a nameserver, at the end of its aliases. */
const hasAddress = (facts: Facts, host: string, followed = 0): boolean => {
  if (dnsStateOf({ facts }, host) !== undefined || followed > MOST_ALIASES) return false
  const stated = statedAt({ facts }, host)
  const alias = stated?.CNAME?.[0]?.target
  if (alias !== undefined) return hasAddress(facts, alias, followed + 1)
  const { A, AAAA = [] } = stated ?? {}
  if (A !== undefined || AAAA.length > 0) return (A?.length ?? 0) + AAAA.length > 0
  // Other addresses follow from the seed, but a whole zone defines the glue of the zones below it.
  return undelegatedOf({ facts }, host) === undefined && !isBelowWholeZone(facts, host)
}

/**
 * Returns facts in which resolvers fail for the zones whose stated nameservers all have no address. A document may define such delegations
 * on purpose: to a dead top-level domain, or to a host without records.
 */
export const withLameDelegations = (plain: Facts): Facts => {
  const delegations = [...plain.records].flatMap(([zone, { NS = [] }]) => (NS.length > 0 ? [{ zone, NS }] : []))
  const facts = { ...plain, lame: new Set<string>(), states: new Map(plain.states) }
  const findMore = (): boolean => {
    const found = delegations.filter(
      ({ zone, NS }) => dnsStateOf({ facts }, zone) === undefined && NS.every(({ host }) => !hasAddress(facts, host)),
    )
    for (const { zone } of found) {
      facts.lame.add(zone)
      facts.states.set(zone, 'servfail')
    }
    return found.length > 0
  }
  // The nameservers of one zone may be in another one that fails.
  while (delegations.length > 0 && findMore());
  return facts
}

/** A remark on a statement of a document that is allowed, but that people seldom want. */
export interface WorldWarning {
  readonly path: FieldPath
  /** A sentence. */
  readonly message: string
}

/** Returns a warning for each stated nameserver without an address. */
export const nameserverWarnings = ({ domains = {} }: WorldDocument, facts: Facts): WorldWarning[] =>
  Object.entries(domains).flatMap(([zone, { records }]) =>
    (records?.NS ?? []).flatMap((item, index) => {
      const host = typeof item === 'string' ? item : item.host
      const path = ['domains', zone, 'records', 'NS', index]
      if (hasAddress(facts, host))
        return statedAt({ facts }, host)?.CNAME === undefined
          ? []
          : [
              {
                path,
                message: `The nameserver ${host} is an alias, which few resolvers follow (RFC 2181, section 10.3).`,
              },
            ]
      const effect = facts.lame.has(zone)
        ? `resolvers answer SERVFAIL for ${zone} and all names below it`
        : `resolvers ask the other nameservers of ${zone}`
      return [
        {
          path: ['domains', zone, 'records', 'NS', index],
          message: `The nameserver ${host} has no address: ${effect}.`,
        },
      ]
    }),
  )
