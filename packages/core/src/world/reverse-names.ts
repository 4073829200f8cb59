import { parseAddress } from './addresses.ts'
import { statedAt } from './facts.ts'
import { addressAt, type Machine } from './machine-at.ts'
import { isFirstShared, knownServerAt } from './mail-servers.ts'
import { fraction } from './mapping.ts'
import { addressFromLabel, firstLabelOf, labelOf, zoneStart } from './names.ts'
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
import { machineOverridesAt } from './overrides-at.ts'
import { places } from './places.ts'
import { specialBlockOf } from './special-addresses.ts'
import { FIRST_HOST, FIRST_SHARED_SERVER, LAST_EDGE, siteOfZone, subnetOfServer } from './subnets.ts'
import { entityOf, type World } from './world.ts'

/*
 * Names that stand for one address each, and are read back to it:
 *
 *     ip-198-18-7-200.harbour-hosting.example   any address: it only spells it
 *     mx1.shop.example                          a mail server that the world knows by name
 *     mta4.fra7.harbour-hosting.example         any other mail server: machine 4 in network 7, which is in Frankfurt
 *     edge1.fra7.harbour-hosting.example        an edge router of that network
 *     core61.lon.quay-transit.example           a router of a carrier in London
 *     resolver.lon.quay-transit.example         the resolver there
 *     gw.office.example, bras70.metro.example   the access line
 *
 * In IPv6 the label `v6` precedes the organization's domain.
 */

/** The number of the gateway in the access network. */
export const GATEWAY = 1
/** The number of a resolver in the network of a carrier. */
export const RESOLVER = 53
const LAST_ROUTER = 249

/** Returns the name of a mail server that the world knows, if it has this number in this network. */
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
 * Returns the name that the machine at a number of a network calls itself: a router, or a mail server. Undefined for other
 * hosts, which have none that only the address tells.
 */
export const machineNameIn = (world: World, network: Network, number: number): string | undefined => {
  const name = plannedNameIn(world, network, number)
  // A name whose addresses someone states is that of another machine.
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

/** Returns the name that only spells the address of a machine. */
export const genericName = (world: World, machine: Machine): string =>
  `${labelOf(addressAt(machine))}.${operatorIn(world, networkOf(machine)).domain}`

/** Returns the name that a machine calls itself, as `machineNameIn`. */
const machineNameOf = (world: World, machine: Machine): string | undefined =>
  machineNameIn(world, networkOf(machine), numberOf(machine))

/** Returns the name by which a machine greets as a mail server; a host without its own name greets by its generic one. */
export const greetingName = (world: World, machine: Machine): string =>
  statedNameOf(world, machine) ?? machineNameOf(world, machine) ?? genericName(world, machine)

/** Returns the stated reverse name of a machine, where it leads back to it. */
const statedNameOf = (world: World, machine: Machine): string | undefined => {
  const reverse = world.facts?.addresses.get(addressAt(machine))?.reverse
  return reverse?.confirmed === true ? reverse.hostname : undefined
}

/** Returns whether a machine is the mail server that senders to its domains try first, by whatever name or address it was found. */
export const isFirstExchange = (world: World, machine: Machine): boolean => {
  const name = machineNameOf(world, machine)
  return name !== undefined && (name.startsWith('mx1.') || (name.startsWith('mta') && isFirstShared(numberOf(machine))))
}

/**
 * The content of the reverse zone for an address: the machine's own name, a generic one that only spells the address, nothing, or a
 * stale name that leads elsewhere.
 */
export type ReverseKind = 'own' | 'generic' | 'missing' | 'stale'

// The odds that an operator left out the PTR record of a host, and that a mail server still has the generic one.
const MISSING_ODDS = 0.08
const GENERIC_ODDS = 0.18

// Those who run routers name them all; above the edge routers of a network stand servers.
const isRouter = (machine: Machine): boolean => {
  if (machine.home !== undefined) return false
  const network = networkOf(machine)
  return isAccess(network) || carrierPlaceOf(network) >= 0 || numberOf(machine) <= LAST_EDGE
}

const hasName = (world: World, machine: Machine): boolean =>
  machine.home === undefined ? machineNameOf(world, machine) !== undefined : machine.home.server >= 0

/** Returns the kind of name that the reverse zone has for a machine. */
export const reverseKindAt = (world: World, machine: Machine): ReverseKind => {
  const { reverse } = machineOverridesAt(world, machine)
  const stated = world.facts?.addresses.get(addressAt(machine))?.reverse
  if (stated !== undefined) return stated === null ? 'missing' : stated.confirmed ? 'own' : 'stale'
  if (machine.special !== undefined) return 'missing'
  if (reverse === 'mismatch') return 'stale'
  const best = hasName(world, machine) ? 'own' : 'generic'
  if (reverse === 'matches' || (best === 'own' && isRouter(machine))) return best
  const draw = fraction(machine.id, 'reverse')
  if (draw < MISSING_ODDS) return 'missing'
  return draw < MISSING_ODDS + GENERIC_ODDS ? 'generic' : best
}

const SHAPE = /^(gw|resolver|bras|edge|mta|core)(\d{0,5})\.(?:([a-z]{3})(\d{0,5})\.)?(v6\.)?([a-z-]+\.example)$/

/** Reads the address that a name of this shape could stand for. */
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

// Under whatever domain; no name leads to an address for special purposes.
const spelledAddress = (name: string): string | undefined => {
  const label = addressFromLabel(firstLabelOf(name))
  const address = label === undefined ? undefined : parseAddress(label)
  return address === undefined || specialBlockOf(address) !== undefined ? undefined : address
}

/** Returns the address that a name stands for because it is the name of that machine; undefined for every other name. */
export const addressNamed = (world: World, name: string): string | undefined => {
  if (name.startsWith('ip')) return spelledAddress(name)
  // The other names of machines lie below a registered domain. Most names that tools ask about are one.
  const read = zoneStart(name) === 0 ? undefined : readName(name)
  if (read === undefined) return undefined
  const [network, number] = read
  return machineNameIn(world, network, number) === name ? addressIn(network, number) : undefined
}
