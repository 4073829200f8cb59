import { isAddress } from './addresses.ts'
import { timeToLive } from './lifetimes.ts'
import { chance, pick } from './mapping.ts'
import { firstLabelOf, zoneOf, zoneStart } from './names.ts'
import { memoize } from './memoize.ts'
import { entityOf, type World } from './world.ts'

/** What a name is an alias of. */
export interface Alias {
  readonly target: string
  /** Seconds. */
  readonly ttl: number
  /** Whether the target has addresses. */
  readonly resolves: boolean
}

// The zones of the platforms, as `zoneOf` gives them, with the host that tenants' names stand under.
const PLATFORMS = ['edge.cdnquay.example', 'pages.sitewharf.example', 'shops.storepier.example'] as const
const PLATFORM_ZONES = new Set(PLATFORMS.map(zoneOf))

const DOT = 46

/** Mail exchanges and name servers, such as `mx1.` and `ns2.`, are never aliases (RFC 2181, section 10.3). */
const isServerName = (name: string): boolean =>
  // The dot tells nearly all other names without a closer look.
  name.charCodeAt(3) === DOT && SERVER.test(name)

const SERVER = /^(?:mx|ns)\d/
// Names of machines (see `reverse-names.ts`), stale ones, and those that hold records alone.
const OWN_ADDRESS = /^(?:ip6?-|static-\d+\.|(?:bras|core|edge|mta)\d|gw\.|resolver\.|_)/

const hasOwnAddress = (name: string, start: number): boolean =>
  isServerName(name) || isAddress(name) || OWN_ADDRESS.test(name) || PLATFORM_ZONES.has(name.slice(start))

/**
 * Gives the alias at a name, or undefined. The top of a zone can't be one (RFC 1034, section 3.6.2), unless somebody
 * made it one by mistake, as in the scenario of the dangling alias.
 */
export const aliasOf = (world: World, name: string): Alias | undefined => {
  if (isServerName(name)) return undefined
  const dangling = world.overrides.alias === 'dangling'
  return zoneStart(name) === 0 && !dangling ? undefined : findAlias(world, name)
}

const findAlias = memoize((world, name): Alias | undefined => {
  const dangling = world.overrides.alias === 'dangling'
  const start = zoneStart(name)
  if (hasOwnAddress(name, start) || isInvalid(name)) return undefined
  const id = entityOf(world, 'alias', name)
  if (!dangling && !chance(id, 'alias', 0.65)) return undefined
  const tenant = `${firstLabelOf(name)}-${firstLabelOf(name.slice(start))}`
  return { target: `${tenant}.${pick(id, 'platform', PLATFORMS)}`, ttl: timeToLive(id, 'ttl'), resolves: !dangling }
})

/** Tells whether a name is one that a platform gives to a tenant: what aliases point at. */
const isTenantName = (name: string): boolean => PLATFORMS.some((platform) => name.endsWith(`.${platform}`))

/** Tells whether a name is one of those that never exist (RFC 6761, section 6.4). */
const isInvalid = (name: string): boolean => name.endsWith('.invalid')

/** Tells whether a host has an address: a dangling alias has none, and no more has the name that it points at. */
export const resolves = (world: World, host: string): boolean =>
  !isInvalid(host) &&
  (world.overrides.alias !== 'dangling' || (hasOwnAddress(host, zoneStart(host)) && !isTenantName(host)))
