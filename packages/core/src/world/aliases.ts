import { isAddress } from './addresses.ts'
import { timeToLive } from './lifetimes.ts'
import { chance, pick } from './mapping.ts'
import { firstLabelOf, zoneOf, zoneStart } from './names.ts'
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

/*
 * Mail exchanges and name servers are never aliases (RFC 2181, section 10.3); reverse names and a platform's own names
 * have addresses too.
 */
const OWN_ADDRESS = /^(?:(?:mx|ns)\d\.|ip6?-|static-\d+\.|_)/

const hasOwnAddress = (name: string, zone: string): boolean =>
  isAddress(name) || OWN_ADDRESS.test(name) || PLATFORM_ZONES.has(zone)

/**
 * Gives the alias at a name, or undefined. The top of a zone can't be one (RFC 1034, section 3.6.2), unless somebody
 * made it one by mistake, as in the scenario of the dangling alias.
 */
export const aliasOf = (world: World, name: string): Alias | undefined => {
  const dangling = world.bends.alias === 'dangling'
  const start = zoneStart(name)
  if (start === 0 && !dangling) return undefined
  const zone = name.slice(start)
  if (hasOwnAddress(name, zone)) return undefined
  const id = entityOf(world, 'alias', name)
  if (!dangling && !chance(id, 'alias', 0.65)) return undefined
  const tenant = `${firstLabelOf(name)}-${firstLabelOf(zone)}`
  return { target: `${tenant}.${pick(id, 'platform', PLATFORMS)}`, ttl: timeToLive(id, 'ttl'), resolves: !dangling }
}

/** Tells whether a host has an address: a dangling alias has none. */
export const resolves = (world: World, host: string): boolean =>
  world.bends.alias !== 'dangling' || hasOwnAddress(host, zoneOf(host))
