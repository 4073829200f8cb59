import { timeToLive } from '../../foundation/periods.ts'
import { blockListZones } from './block-lists.ts'
import { PLATFORMS, platformZones } from './companies.ts'
import { isInUse, isLoopback, isMachineName, undelegatedOf } from './delegation.ts'
import {
  dnsStateOf,
  existsInWholeZone,
  isInWholeZone,
  isStated,
  type Redirection,
  redirectionOf,
  statedAt,
} from '../facts.ts'
import { chance, pick } from '../../foundation/mapping.ts'
import { firstLabelOf, isReverseName, zoneStart } from '../../foundation/names.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { isOfRegistry, overridesAt } from '../overrides-at.ts'

/** A CNAME record. */
export interface AliasRecord {
  readonly name: string
  readonly target: string
  /** Seconds. */
  readonly ttl: number
  /** The DNAME record from which servers make the alias (RFC 6672). */
  readonly redirection?: Redirection
}

/** The CNAME record at a name, and whether resolvers reach an existing name through it. */
export interface Alias extends AliasRecord {
  readonly resolves: boolean
}

/** The aliases from a name on, as resolvers follow them (RFC 1034, section 4.3.2). */
export interface AliasPath {
  /** In the order in which resolvers follow them; none for a name that is no alias. */
  readonly links: readonly AliasRecord[]
  /** The target of the last alias; the name itself if it is no alias. */
  readonly end: string
  /** `endless`: the aliases form a circle, or more of them follow each other than resolvers follow. */
  readonly outcome: 'resolves' | 'dangling' | 'endless'
}

/** The number of aliases that resolvers follow, as in BIND. */
export const MOST_ALIASES = 16

const DOT = 46

// RFC 1035, section 2.3.4.
const LONGEST_LABEL = 63

/** Returns whether a name belongs to a mail server or nameserver, such as `mx1.` or `ns2.`: never an alias (RFC 2181, section 10.3). */
const isServerName = (name: string): boolean =>
  // Checking for the dot excludes nearly all other names cheaply.
  name.charCodeAt(3) === DOT && SERVER.test(name)

const SERVER = /^(?:mx|ns)\d/

// The names that are never aliases: names of machines, and names that exist for one purpose only.
const hasOwnRecords = (name: string, start: number): boolean => {
  if (name.startsWith('_') || isMachineName(name) || isReverseName(name)) return true
  const zone = name.slice(start)
  return zone.startsWith('_') || platformZones.has(zone) || blockListZones.has(zone)
}

/**
 * Returns the alias at a name, or undefined. By the seed, only names directly below a domain are aliases: the top of a zone can't be one
 * (RFC 1034, section 3.6.2), and each deeper name exists for one purpose only.
 */
export const aliasOf = (world: World, name: string): Alias | undefined => {
  if (world.facts === undefined) return aliasBySeed(world, name)
  const { links, outcome } = aliasPathOf(world, name)
  return links[0] && { ...links[0], resolves: outcome === 'resolves' }
}

/** Follows the aliases from a name on. */
export const aliasPathOf = memoize((world, name): AliasPath => {
  const links: AliasRecord[] = []
  for (let end = name; ;) {
    const record = recordAt(world, end)
    if (record === undefined) return { links, end, outcome: isMissing(world, end) ? 'dangling' : 'resolves' }
    if (links.length === MOST_ALIASES || links.some((link) => link.name === end))
      return { links, end, outcome: 'endless' }
    const { target, ttl, redirection } = record
    links.push(redirection === undefined ? { name: end, target, ttl } : { name: end, target, ttl, redirection })
    end = target
  }
})

const recordAt = (world: World, name: string): Omit<AliasRecord, 'name'> | undefined => {
  if (world.facts !== undefined && dnsStateOf(world, name) === 'nxdomain') return undefined
  const redirection = redirectionOf(world, name)
  if (redirection !== undefined) return { target: redirection.target, ttl: redirection.ttl, redirection }
  return isStated(world, name) ? statedAt(world, name)?.CNAME?.[0] : aliasBySeed(world, name)
}

const aliasBySeed = (world: World, name: string): Alias | undefined => {
  if (isServerName(name)) return undefined
  const start = zoneStart(name)
  return start === 0 || name.indexOf('.') + 1 !== start ? undefined : findAlias(world, name)
}

/** Returns whether the name at the end of aliases doesn't exist. Every other target of an alias exists. */
const isMissing = (world: World, name: string): boolean => {
  if (dnsStateOf(world, name) === 'nxdomain') return true
  if (world.facts !== undefined && isInWholeZone(world, name)) return !existsInWholeZone(world.facts, name)
  if (isStated(world, name)) return false
  return isTenantName(name) ? overridesAt(world, name).alias === 'dangling' : isUndelegated(world, name)
}

const isUndelegated = (world: World, name: string): boolean =>
  undelegatedOf(world, name) !== undefined && !isLoopback(name)

/** Returns the alias target of a name directly below a domain; undefined if the name is not an alias. Equals the `target` of `aliasOf`. */
export const aliasTargetOf = (world: World, name: string): string | undefined => {
  const redirection = redirectionOf(world, name)
  if (redirection !== undefined) return redirection.target
  if (isStated(world, name)) return statedAt(world, name)?.CNAME?.[0]?.target
  const start = zoneStart(name)
  if (hasOwnRecords(name, start) || undelegatedOf(world, name) !== undefined || !isInUse(world, name)) return undefined
  const id = entityOf(world, 'alias', name)
  const { alias } = overridesAt(world, name)
  // A target outside the registry could have the faults of a scenario.
  if (alias === 'resolves' && isOfRegistry(name)) return undefined
  if (alias !== 'dangling' && !chance(id, 'alias', 0.65)) return undefined
  const tenant = `${firstLabelOf(name)}-${firstLabelOf(name.slice(start))}`
  if (tenant.length > LONGEST_LABEL) return undefined
  return `${tenant}.${pick(id, 'platform', PLATFORMS)}`
}

const findAlias = memoize((world, name): Alias | undefined => {
  const target = aliasTargetOf(world, name)
  if (target === undefined) return undefined
  const resolves = overridesAt(world, target).alias !== 'dangling'
  return { name, target, ttl: timeToLive(entityOf(world, 'alias', name), 'ttl'), resolves }
})

/** Returns whether a platform gives this name to a tenant, who points an alias at it. */
export const isTenantName = (name: string): boolean => {
  const dot = name.indexOf('.')
  const platform = PLATFORMS.find((host) => name.endsWith(host))
  return platform !== undefined && name.length - dot - 1 === platform.length && name.lastIndexOf('-', dot) > 0
}
