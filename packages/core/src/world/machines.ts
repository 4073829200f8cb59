import { isAddress, isV6, numberOfV4, parseAddress, writeV4 } from './addresses.ts'
import { hostNumber, prefixOf, subnetOf } from './subnets.ts'
import { aliasOf } from './aliases.ts'
import { chance, type Entity } from './mapping.ts'
import { addressFromLabel, firstLabelOf, zoneStart } from './names.ts'
import { memoize } from './memoize.ts'
import { entityOf, numberedEntityOf, type World } from './world.ts'

/** Where a machine belongs that was found by its name. */
interface Home {
  readonly name: Entity
  readonly zone: Entity
}

/** The machine behind a host name. */
export interface Machine {
  /** The IPv4 address as a signed number, which `addressAt` formats; 0 if there is `v6`. */
  readonly v4: number
  readonly v6: string | undefined
  /** The name that the machine was found by and the zone that it lives in; undefined where the address was known. */
  readonly home: Home | undefined
  /** What is true of the machine, and so of every name that leads to it, hangs on this. */
  readonly id: Entity
}

const mainSubnet = (zone: Entity): number => subnetOf(zone, 'main')

/** The second /24 of a zone. */
export const secondSubnet = (zone: Entity): number => subnetOf(zone, 'second')

const OWN_SUBNETS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * Gives the /24 that a host of a zone lives in. Numbered hosts (mx1, mx2, ns1) take turns between the two networks of
 * their zone; on well-kept ground each of the first four has one of its own.
 */
const siteOf = (world: World, host: string, { name, zone }: Home): number => {
  const number = host.charCodeAt(host.indexOf('.') - 1) - 48
  if (number >= 1 && number <= 9) return siteOfNumbered(world, zone, number)
  return chance(name, 'main', 0.6) ? mainSubnet(zone) : secondSubnet(zone)
}

const siteOfNumbered = (world: World, zone: Entity, number: number): number => {
  if (world.overrides.upkeep === 'good') return subnetOf(zone, OWN_SUBNETS[number] ?? '', number % 4)
  return number % 2 === 1 ? mainSubnet(zone) : secondSubnet(zone)
}

/**
 * Follows the alias at a name, if there is one that leads somewhere: records of every type are those of its target (RFC 1034,
 * section 3.6.2).
 */
export const canonicalName = (world: World, host: string): string => {
  const alias = aliasOf(world, host)
  return alias?.resolves === true ? alias.target : host
}

/** The zone that a host name belongs to. */
const zoneAround = (world: World, host: string): Entity => entityOf(world, 'zone', host, zoneStart(host))

/** The address that a reverse name stands for; undefined for every other name. */
const encodedIn = (host: string): string | undefined => {
  if (!host.startsWith('ip')) return undefined
  const encoded = addressFromLabel(firstLabelOf(host))
  return encoded === undefined ? undefined : (parseAddress(encoded) ?? encoded)
}

/**
 * Gives the number of networks that the name servers `ns1`, `ns2` and so on of a zone stand in, without finding their
 * addresses: name servers are never aliases (see `aliasOf`), so there is nothing to follow.
 */
export const countServerNetworks = (world: World, servers: readonly string[]): number => {
  const sites: number[] = []
  const shared = sharedZone(world, servers[0] ?? '')
  let number = 0
  for (const server of servers) {
    number++
    const site = siteOfNumbered(world, shared ?? zoneAround(world, server), number)
    if (!sites.includes(site)) sites.push(site)
  }
  return sites.length
}

/** The zone that numbered servers of one host live in; undefined where each is a zone of its own, as under co.uk. */
export const sharedZone = (world: World, first: string): Entity | undefined =>
  zoneStart(first) === 0 ? undefined : zoneAround(world, first)

/** Tells whether two machines stand in one /24 or /48. */
export const shareNetwork = (one: Machine, other: Machine): boolean =>
  one.v6 === undefined || other.v6 === undefined
    ? one.v6 === other.v6 && one.v4 >> 8 === other.v4 >> 8
    : prefixOf(one.v6) === prefixOf(other.v6)

/** Writes the address of a machine. */
export const addressAt = ({ v4, v6 }: Machine): string => v6 ?? writeV4(v4)

// Nearly all machines have an IPv4 address. It is drawn as a number, because few of its uses need the text.
const machineV4 = (world: World, number: number, home?: Home): Machine => ({
  v4: number | 0,
  v6: undefined,
  home,
  id: numberedEntityOf(world, 'machine', number),
})

const machineAt = (world: World, address: string): Machine =>
  isV6(address)
    ? { v4: 0, v6: address, home: undefined, id: entityOf(world, 'machine', address) }
    : machineV4(world, numberOfV4(address))

/** Finds the machine behind a host name or an address; `addressOf` tells how. */
export const machineOf = memoize((world, asked): Machine => {
  if (isAddress(asked)) return machineAt(world, asked)
  const host = canonicalName(world, asked)
  const encoded = encodedIn(host)
  return encoded === undefined ? machineNamed(world, host) : machineAt(world, encoded)
})

const machineNamed = (world: World, host: string): Machine => {
  const home: Home = { name: entityOf(world, 'host', host), zone: zoneAround(world, host) }
  return machineV4(world, siteOf(world, host, home) + hostNumber(home.name, 'number'), home)
}

/**
 * Finds the machine of the mail exchange `mx{number}` of a host, as `machineOf` does: it is never an alias (see
 * `aliasOf`), so there is nothing else that it might be. `shared` is the `sharedZone` of the host's exchanges.
 */
export const exchangeMachine = (world: World, exchange: string, number: number, shared?: Entity): Machine => {
  const home: Home = { name: entityOf(world, 'host', exchange), zone: shared ?? zoneAround(world, exchange) }
  return machineV4(world, siteOfNumbered(world, home.zone, number) + hostNumber(home.name, 'number'), home)
}
