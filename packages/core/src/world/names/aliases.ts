import { timeToLive } from '../../foundation/time.ts'
import { blockListZones } from './block-lists.ts'
import { PLATFORMS, platformZones } from './companies.ts'
import { isInUse, isMachineName, undelegatedOf } from './delegation.ts'
import { dnsStateOf, isStated, statedAt } from '../facts.ts'
import { chance, pick } from '../../foundation/mapping.ts'
import { firstLabelOf, isArpa, zoneStart } from '../../foundation/names.ts'
import { memoize } from '../memoize.ts'
import { entityOf, type World, overridesAt } from '../world.ts'

/** The target of an alias. */
export interface Alias {
  readonly target: string
  /** Seconds. */
  readonly ttl: number
  /** Whether the target has addresses. */
  readonly resolves: boolean
}

const DOT = 46

/** Returns whether a name is that of a mail server or nameserver, such as `mx1.` or `ns2.`: never an alias (RFC 2181, section 10.3). */
const isServerName = (name: string): boolean =>
  // Checking for the dot excludes nearly all other names cheaply.
  name.charCodeAt(3) === DOT && SERVER.test(name)

const SERVER = /^(?:mx|ns)\d/

// The names that are never aliases: names of machines, and names that exist for one purpose only.
const hasOwnRecords = (name: string, start: number): boolean => {
  if (name.startsWith('_') || isMachineName(name) || isArpa(name)) return true
  const zone = name.slice(start)
  return zone.startsWith('_') || platformZones.has(zone) || blockListZones.has(zone)
}

/**
 * Returns the alias at a name, or undefined. Only names directly below a domain are aliases: the top of a zone can't be one (RFC 1034,
 * section 3.6.2), and each deeper name exists for one purpose only.
 */
export const aliasOf = (world: World, name: string): Alias | undefined => {
  if (world.facts !== undefined && dnsStateOf(world, name) === 'nxdomain') return undefined
  if (isStated(world, name)) return statedAlias(world, name)
  if (isServerName(name)) return undefined
  const start = zoneStart(name)
  return start === 0 || name.indexOf('.') + 1 !== start ? undefined : findAlias(world, name)
}

/** Returns the alias target of a name directly below a domain; undefined if the name is not an alias. Equals the `target` of `aliasOf`. */
export const aliasTargetOf = (world: World, name: string): string | undefined => {
  if (isStated(world, name)) return statedAt(world, name)?.CNAME?.[0]?.target
  const start = zoneStart(name)
  if (hasOwnRecords(name, start) || undelegatedOf(world, name) !== undefined || !isInUse(world, name)) return undefined
  const id = entityOf(world, 'alias', name)
  if (overridesAt(world, name).alias !== 'dangling' && !chance(id, 'alias', 0.65)) return undefined
  const tenant = `${firstLabelOf(name)}-${firstLabelOf(name.slice(start))}`
  return `${tenant}.${pick(id, 'platform', PLATFORMS)}`
}

/** Returns the stated alias at a name. Its target exists unless it is stated to be missing, or its platform released it. */
const statedAlias = (world: World, name: string): Alias | undefined => {
  const [alias] = statedAt(world, name)?.CNAME ?? []
  if (alias === undefined) return undefined
  const { target, ttl } = alias
  const isGone = dnsStateOf(world, target) === 'nxdomain' || overridesAt(world, target).alias === 'dangling'
  return { target, ttl, resolves: !isGone && aliasOf(world, target)?.resolves !== false }
}

const findAlias = memoize((world, name): Alias | undefined => {
  const target = aliasTargetOf(world, name)
  if (target === undefined) return undefined
  const resolves = overridesAt(world, target).alias !== 'dangling'
  return { target, ttl: timeToLive(entityOf(world, 'alias', name), 'ttl'), resolves }
})

/** Returns whether a platform gives this name to a tenant, who points an alias at it. */
export const isTenantName = (name: string): boolean => {
  const dot = name.indexOf('.')
  const platform = PLATFORMS.find((host) => name.endsWith(host))
  return platform !== undefined && name.length - dot - 1 === platform.length && name.lastIndexOf('-', dot) > 0
}
