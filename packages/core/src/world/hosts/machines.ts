import { addressIn, type Network, networkOf, operatorIn, placeIn } from './networks.ts'
import type { Organization } from './organizations.ts'
import type { WorldPlace } from './places.ts'
import {
  prefixOf,
  exchangeNumber,
  serverNumber,
  FIRST_UPPER_SERVER,
  goneNumber,
  hostNumber,
  mainSubnet,
  secondSubnet,
  subnetOfRegistry,
  subnetOfServer,
} from './subnets.ts'
import { isAddress } from '../../foundation/addresses.ts'
import { aliasOf, aliasPathOf } from '../names/aliases.ts'
import { isLoopback, LOOPBACK } from '../names/delegation.ts'
import { upperOperatorNumber } from '../names/companies.ts'
import { rootServers } from '../names/root-servers.ts'
import { statedAt } from '../facts.ts'
import { type InwardAnswers, inwardAnswersBy } from './inward-answers.ts'
import { type Home, type Machine, machineAt, machineV4 } from './machine-at.ts'
import { chance, type Entity } from '../../foundation/mapping.ts'
import { zoneStart } from '../../foundation/names.ts'
import { memoize, entityOf, type World } from '../world.ts'
import { addressNamed } from './reverse-names.ts'
import { isOfRegistry, overridesAt } from '../overrides-at.ts'

/** Returns the /24 of a host in a zone: a numbered server has its own, other hosts are in one of two. */
const subnetOfHost = (world: World, host: string, name: Entity, zone: Entity): number => {
  const number = host.charCodeAt(host.indexOf('.') - 1) - 48
  if (number >= 1 && number <= 9) return subnetOfServer(world, host, zone, number)
  return chance(name, 'main', 0.6) ? mainSubnet(zone) : secondSubnet(zone)
}

/** Follows the aliases of a name, if they resolve: the last target has the records of every type (RFC 1034, section 3.6.2). */
export const canonicalName = (world: World, host: string): string => {
  if (world.facts !== undefined) {
    const { end, outcome } = aliasPathOf(world, host)
    return outcome === 'resolves' ? end : host
  }
  const alias = aliasOf(world, host)
  return alias?.resolves === true ? alias.target : host
}

/** Returns the zone of a host name. */
const zoneAround = (world: World, host: string): Entity => entityOf(world, 'zone', host, zoneStart(host))

/**
 * Counts the networks that contain a zone's nameservers (`ns1`, `ns2` and so on), without computing the nameservers' addresses. Nameservers
 * are never aliases (see `aliasOf`), so the function follows no aliases.
 */
export const countServerNetworks = (world: World, servers: readonly string[]): number => {
  if (world.facts !== undefined || rootServers.has(servers[0] ?? ''))
    return countNetworks(servers.map((server) => machineOf(world, server)))
  const sites: number[] = []
  const shared = sharedZone(world, servers[0] ?? '')
  let number = 0
  for (const server of servers) {
    number++
    const site = subnetOfServer(world, server, shared ?? zoneAround(world, server), number)
    if (!sites.includes(site)) sites.push(site)
  }
  return sites.length
}

const countNetworks = (machines: readonly Machine[]): number =>
  machines.filter((machine, index) => !machines.slice(0, index).some((other) => shareNetwork(machine, other))).length

/** Returns the zone that a host's numbered servers share; undefined if each server is its own zone, as under co.uk. */
export const sharedZone = (world: World, first: string): Entity | undefined =>
  zoneStart(first) === 0 ? undefined : zoneAround(world, first)

/** Returns whether two machines are in the same /24 or /48. */
export const shareNetwork = (one: Machine, other: Machine): boolean =>
  one.v6 === undefined || other.v6 === undefined
    ? one.v6 === other.v6 && one.v4 >> 8 === other.v4 >> 8
    : prefixOf(one.v6) === prefixOf(other.v6)

/** Finds the machine of a host name or an address; `addressOf` describes the rules. */
export const machineOf = memoize((world, asked): Machine => {
  if (isAddress(asked)) return machineAt(world, asked)
  if (isLoopback(asked)) return machineAt(world, LOOPBACK[0])
  const host = canonicalName(world, asked)
  const stated = world.facts === undefined ? undefined : statedAddressOf(world, host)
  return stated === undefined ? answeredMachineOf(world, host) : machineAt(world, stated)
})

/** Returns the first stated address of a host, IPv4 if it has one. */
const statedAddressOf = (world: World, host: string): string | undefined => {
  const stated = statedAt(world, host)
  const [first] = stated?.A ?? []
  return first?.address ?? (stated?.A === undefined ? undefined : stated.AAAA?.[0]?.address)
}

/** Finds the machine that a host would have without stated addresses. */
export const unstatedMachineOf = (world: World, host: string): Machine => {
  const address = addressNamed(world, host)
  return address === undefined ? machineNamed(world, host) : machineAt(world, address)
}

/** Finds the machine that a scenario's answers for a host lead to; by default its own. */
const answeredMachineOf = (world: World, host: string): Machine => {
  const inward = inwardAnswersOf(world, host)
  const [first] = inward?.when === 'all' ? inward.addresses : []
  return first === undefined ? unstatedMachineOf(world, host) : machineAt(world, first)
}

const NAMESERVER = /^ns\d*\./

/** Returns the number of a host in its network if its role determines the number, -1 for any other host. */
const numberOfServer = (host: string, name: Entity, zone: Entity): number => {
  const isNameserver = NAMESERVER.test(host)
  const upper = isNameserver ? upperOperatorNumber(host.slice(zoneStart(host))) : -1
  if (upper >= 0) return FIRST_UPPER_SERVER + upper
  const server = serverNumber(host, name, zone)
  return server < 0 && !isNameserver && isOfRegistry(host) ? FIRST_UPPER_SERVER : server
}

/**
 * Returns the answers of a scenario for a host in canonical form that lead clients into their own network. Mail servers, nameservers and names
 * that contain their address always have their own addresses, and other hosts those that a document states.
 */
export const inwardAnswersOf = (world: World, host: string): InwardAnswers | undefined => {
  const inward = inwardAnswersBy(overridesAt(world, host).addresses)
  if (inward === undefined || NAMESERVER.test(host) || addressNamed(world, host) !== undefined) return undefined
  const { A, AAAA } = statedAt(world, host) ?? {}
  if ((A ?? AAAA) !== undefined || world.facts?.exchanges.has(host) === true) return undefined
  const isServer = numberOfServer(host, entityOf(world, 'host', host), zoneAround(world, host)) >= 0
  return isServer ? undefined : inward
}

const machineNamed = (world: World, host: string): Machine => {
  const name = entityOf(world, 'host', host)
  const zone = zoneAround(world, host)
  const server = numberOfServer(host, name, zone)
  const isBehindGone = server < 0 && overridesAt(world, host).addresses === 'first-silent' && !NAMESERVER.test(host)
  const number = isBehindGone ? goneNumber(name) : server < 0 ? hostNumber(name, 'number') : server
  const subnet = server === FIRST_UPPER_SERVER ? subnetOfRegistry(name) : subnetOfHost(world, host, name, zone)
  return machineV4(world, subnet + number, { name, zone, server })
}

/**
 * Finds the machine of the mail server `mx{number}` of a domain, as `machineOf` does, but without a search for aliases, because a
 * mail server is never an alias (see `aliasOf`). `shared` is the `sharedZone` of the domain's mail servers.
 */
export const exchangeMachine = (world: World, exchange: string, number: number, shared?: Entity): Machine => {
  const zone = shared ?? zoneAround(world, exchange)
  const server = exchangeNumber(exchange.slice(4), number, zone)
  const home: Home = { name: entityOf(world, 'host', exchange), zone, server }
  return machineV4(world, subnetOfServer(world, exchange, zone, number) + server, home)
}

/** The operator of a network, and its location. */
export interface Operator extends Organization {
  readonly place: WorldPlace
  /** CIDR notation: the /24 (IPv4) or /48 (IPv6) of the address. */
  readonly network: string
  readonly abuse: string
}

/** Returns the location of a machine's network: like the `place` of `operatorOf`, but faster. */
export const placeOf = (world: World, machine: Machine): WorldPlace => placeIn(world, networkOf(machine))

/** Returns the operator of a network of the address plan, or of an address outside the plan. */
export const operatorAt = (world: World, network: Network): Operator => {
  const { name, domain, kind, index, place } = operatorIn(world, network)
  const prefix = typeof network === 'string' ? network : prefixOf(addressIn(network, 0))
  return { name, domain, kind, index, place, network: prefix, abuse: `abuse@${domain}` }
}

/**
 * Returns the operator of a reachable host's network (`special-addresses.ts` has the networks without operators). Equal for all addresses
 * of one /24 or /48.
 */
export const operatorOf = memoize((world, host): Operator => operatorAt(world, networkOf(machineOf(world, host))))
