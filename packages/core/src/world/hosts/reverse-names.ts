import { parseAddress } from '../../foundation/addresses.ts'
import { statedAt } from '../facts.ts'
import { addressAt, type Machine, machineOverridesAt } from './machine-at.ts'
import { rootServerAt, rootServers } from '../names/root-servers.ts'
import {
  isFirstShared,
  knownServerAt,
  FIRST_HOST,
  FIRST_SHARED_SERVER,
  LAST_EDGE,
  RESOLVER,
  siteOfZone,
  subnetOfServer,
} from './subnets.ts'
import { fraction } from '../../foundation/mapping.ts'
import { addressFromLabel, firstLabelOf, labelOf, zoneStart } from '../../foundation/names.ts'
import {
  accessNetwork,
  addressIn,
  CARRIERS,
  carrierNetwork,
  carrierPlaceOf,
  isAccess,
  isNetworkV6,
  type Network,
  networkNumbered,
  networkOf,
  numberOf,
  operatorIn,
  shortNumberOf,
} from './networks.ts'
import { transitDomains } from './organizations.ts'
import { places } from './places.ts'
import { specialBlockOf } from '../../foundation/special-addresses.ts'
import { fact } from '../fact.ts'
import { entityOf, type World } from '../world.ts'

/*
 * Names that contain one address each, so that the address can be derived from the name:
 *
 *     ip-198-18-7-200.harbour-hosting.example   any address: the name spells it
 *     mx1.shop.example                          a mail server with a derivable name
 *     mta4.fra7.harbour-hosting.example         any other mail server: machine 4 in network 7, which is in Frankfurt
 *     edge1.fra7.harbour-hosting.example        an edge router of that network
 *     core61.lon.quay-transit.example           a router of a carrier in London
 *     resolver.lon.quay-transit.example         the resolver there
 *     gw.office.example, bras70.metro.example   the access line
 *     a.root-servers.net                        a root server
 *
 * In IPv6 the label `v6` precedes the organization's domain.
 */

/** The number of the gateway in the access network. */
export const GATEWAY = 1
const LAST_ROUTER = 249

/** Returns the name of the mail server with this number in this network, if its name is derivable. */
const knownNameIn = (world: World, network: number, number: number): string | undefined => {
  const server = knownServerAt(number)
  if (server === undefined) return undefined
  const zone = entityOf(world, 'zone', server.domain)
  const home = isNetworkV6(network)
    ? networkNumbered(true, siteOfZone(zone))
    : subnetOfServer(world, server.domain, zone, server.number) >>> 8
  return home === network ? `mx${server.number}.${server.domain}` : undefined
}

const carrierName = (carrierPlace: number, number: number, family: string): string => {
  const code = places[carrierPlace % places.length]?.code
  const domain = transitDomains[Math.floor(carrierPlace / places.length)]
  return number === RESOLVER ? `resolver.${code}.${family}${domain}` : `core${number}.${code}.${family}${domain}`
}

/**
 * Returns a router's or mail server's own name, by its network and its number in that network. Returns `undefined` for other hosts, because
 * their addresses do not determine a name.
 */
export const machineNameIn = (world: World, network: Network, number: number): string | undefined => {
  const name = plannedNameIn(world, network, number)
  // A name with stated addresses belongs to another machine.
  const stated = name === undefined ? undefined : statedAt(world, name)
  return stated?.[isNetworkV6(network) ? 'AAAA' : 'A'] === undefined && stated?.CNAME === undefined ? name : undefined
}

const plannedNameIn = (world: World, network: Network, number: number): string | undefined => {
  if (typeof network === 'string' || number < 1) return undefined
  const family = isNetworkV6(network) ? 'v6.' : ''
  const carrierPlace = carrierPlaceOf(network)
  if (carrierPlace >= 0) return number > LAST_ROUTER ? undefined : carrierName(carrierPlace, number, family)
  if (isAccess(network)) {
    if (number === GATEWAY) return `gw.${family}office.example`
    return number > LAST_ROUTER ? undefined : `bras${number}.${family}metro.example`
  }
  if (number > LAST_EDGE && number < FIRST_SHARED_SERVER) return knownNameIn(world, network, number)
  const short = shortNumberOf(network)
  if (short < 0 || number >= FIRST_HOST) return undefined
  const { domain, place } = operatorIn(world, network)
  const role = number <= LAST_EDGE ? `edge${number}` : `mta${number - FIRST_SHARED_SERVER + 1}`
  return `${role}.${place.code}${short}.${family}${domain}`
}

/** Returns the name that spells the address of a machine. */
export const genericName = (world: World, machine: Machine): string =>
  `${labelOf(addressAt(machine))}.${operatorIn(world, networkOf(machine)).domain}`

/** Returns a machine's own name, as `machineNameIn` does. */
const machineNameOf = (world: World, machine: Machine): string | undefined =>
  rootServerAt(addressAt(machine)) ?? machineNameIn(world, networkOf(machine), numberOf(machine))

/** Returns the name in a machine's greeting as a mail server; a host without its own name uses its generic one. */
export const greetingName = (world: World, machine: Machine): string =>
  statedNameOf(world, machine) ?? machineNameOf(world, machine) ?? genericName(world, machine)

/** Returns the stated host name in the PTR record of a machine, if it resolves to that machine. */
const statedNameOf = (world: World, machine: Machine): string | undefined => {
  const reverse = world.facts?.addresses.get(addressAt(machine))?.reverse
  return reverse?.confirmed === true ? reverse.hostname : undefined
}

/** Returns whether a machine is the first mail server of its domains, by any of its names or addresses. */
export const isFirstExchange = (world: World, machine: Machine): boolean => {
  const name = machineNameOf(world, machine)
  return name !== undefined && (name.startsWith('mx1.') || (name.startsWith('mta') && isFirstShared(numberOf(machine))))
}

/**
 * The reverse zone's record for an address: the machine's own name, a generic one that spells the address, none, or a stale name that
 * resolves elsewhere.
 */
export type ReverseKind = 'own' | 'generic' | 'missing' | 'stale'

// The odds that an operator omitted the PTR record of a host, and that a mail server still has the generic one.
const MISSING_ODDS = 0.08
const GENERIC_ODDS = 0.18

// Operators name all their routers. The numbers above the edge routers of a network are servers.
const isRouter = (machine: Machine): boolean => {
  if (machine.home !== undefined) return false
  const network = networkOf(machine)
  return isAccess(network) || carrierPlaceOf(network) >= 0 || numberOf(machine) <= LAST_EDGE
}

const hasName = (world: World, machine: Machine): boolean =>
  machine.home === undefined ? machineNameOf(world, machine) !== undefined : machine.home.server >= 0

/** Returns the kind of a machine's PTR record. */
export const reverseKindAt = fact<Machine, ReverseKind>({
  document: (world, machine) => {
    const stated = world.facts?.addresses.get(addressAt(machine))?.reverse
    return stated === undefined ? undefined : stated === null ? 'missing' : stated.confirmed ? 'own' : 'stale'
  },
  scenario: (world, machine) => {
    const { reverse } = machineOverridesAt(world, machine)
    if (reverse === undefined || isPrivate(world, machine)) return undefined
    return reverse === 'mismatch' ? 'stale' : bestReverse(world, machine)
  },
  seed: (world, machine) => {
    if (isPrivate(world, machine)) return 'missing'
    const best = bestReverse(world, machine)
    if (best === 'own' && isRouter(machine)) return best
    const draw = fraction(machine.id, 'reverse')
    if (draw < MISSING_ODDS) return 'missing'
    return draw < MISSING_ODDS + GENERIC_ODDS ? 'generic' : best
  },
})

/** Returns whether resolvers answer for the reverse zone of an address themselves (RFC 6303), even if a document gives it to a host. */
const isPrivate = (world: World, machine: Machine): boolean =>
  machine.special !== undefined || (world.facts !== undefined && specialBlockOf(addressAt(machine)) !== undefined)

const bestReverse = (world: World, machine: Machine): ReverseKind => (hasName(world, machine) ? 'own' : 'generic')

const SHAPE = /^(gw|resolver|bras|edge|mta|core)(\d{0,5})\.(?:([a-z]{3})(\d{0,5})\.)?(v6\.)?([a-z-]+\.example)$/

/** Reads the network and the number from a machine's own name. */
const readName = (name: string): readonly [network: number, number: number] | undefined => {
  const match = SHAPE.exec(name)
  if (match === null) return undefined
  const [, role = '', digits = '', code = '', short = '', family, domain = ''] = match
  const six = family !== undefined
  const number = Number(digits)
  if (role === 'gw' || role === 'bras') return [accessNetwork(six), role === 'gw' ? GATEWAY : number]
  if (role === 'edge' || role === 'mta')
    return [networkNumbered(six, Number(short)), role === 'edge' ? number : FIRST_SHARED_SERVER + number - 1]
  const carrier = transitDomains.indexOf(domain)
  const place = places.findIndex((candidate) => candidate.code === code)
  if (carrier < 0 || carrier >= CARRIERS || place < 0) return undefined
  return [carrierNetwork(six, carrier, place), role === 'resolver' ? RESOLVER : number]
}

// Returns the address that a name spells, in any domain. No name resolves to a special-purpose address.
const spelledAddress = (name: string): string | undefined => {
  const label = addressFromLabel(firstLabelOf(name))
  const address = label === undefined ? undefined : parseAddress(label)
  return address === undefined || specialBlockOf(address) !== undefined ? undefined : address
}

/** Returns the address that a machine's own name determines; undefined for every other name. */
export const addressNamed = (world: World, name: string): string | undefined => {
  if (name.startsWith('ip')) return spelledAddress(name)
  const root = rootServers.get(name)
  if (root !== undefined) return root[0]
  // All other machine names are below a registered domain. Most names in runs are registered domains.
  const read = zoneStart(name) === 0 ? undefined : readName(name)
  if (read === undefined) return undefined
  const [network, number] = read
  return machineNameIn(world, network, number) === name ? addressIn(network, number) : undefined
}
