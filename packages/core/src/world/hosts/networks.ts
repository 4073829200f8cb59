import { groupsOf, writeV4 } from '../../foundation/addresses.ts'
import type { Machine } from './machine-at.ts'
import { type Entity, between, pick } from '../../foundation/mapping.ts'
import { accessProvider, companyLabels, organizationOf, type Organization } from './organizations.ts'
import { type WorldPlace, places, vantage } from './places.ts'
import { memoize, entityOf, numberedEntityOf, type World } from '../world.ts'
import { prefixOf } from './subnets.ts'

/**
 * A network: the first three octets of its /24 as a number, or `IPV6` and the third group of its /48 in 2001:db8::/32. Any other /48 is a
 * text, because the address plan does not include it.
 */
export type Network = number | string

const IPV6 = 0x100_0000

/*
 * Networks of routers: one for each carrier and location, 16 × carrier + location, from 198.19.0.0/24 and 2001:db8:fe00::/48 on, and one
 * for the access line of the vantage point, 198.19.255.0/24 and 2001:db8:feff::/48.
 */
const ROUTERS_V4 = 0xc6_1300
const ROUTERS_V6 = IPV6 + 0xfe00
const ACCESS = 255

/** The number of carriers; carrier n is the transit business of company n. */
export const CARRIERS = 15

const routersOf = (six: boolean): number => (six ? ROUTERS_V6 : ROUTERS_V4)

/** Returns the IPv4 or IPv6 network of the vantage point's access line. */
export const accessNetwork = (six: boolean): number => routersOf(six) + ACCESS

/** Returns the network of a carrier at a location (an index of `places`). */
export const carrierNetwork = (six: boolean, carrier: number, place: number): number =>
  routersOf(six) + carrier * places.length + place

/** Returns whether a network is the access line's. */
export const isAccess = (network: Network): boolean =>
  network === ROUTERS_V4 + ACCESS || network === ROUTERS_V6 + ACCESS

/** Returns 16 × carrier + location for a carrier's network, -1 for any other network. */
export const carrierPlaceOf = (network: Network): number => {
  if (typeof network === 'string') return -1
  const base = network & ~0xff
  if (base !== ROUTERS_V4 && base !== ROUTERS_V6) return -1
  const index = network & 0xff
  return index < CARRIERS * places.length ? index : -1
}

const isOfPlan = (groups: readonly number[]): boolean => groups[0] === 0x2001 && groups[1] === 0xdb8

/** Returns the network of a machine. */
export const networkOf = ({ v4, v6 }: Machine): Network => {
  if (v6 === undefined) return v4 >>> 8
  const groups = groupsOf(v6)
  return isOfPlan(groups) ? IPV6 + (groups[2] ?? 0) : prefixOf(v6)
}

/** Returns the number of a machine in its network; -1 for an IPv6 address outside the address plan. */
export const numberOf = ({ v4, v6 }: Machine): number => {
  if (v6 === undefined) return v4 & 255
  const groups = groupsOf(v6)
  return isOfPlan(groups) && groups.slice(3, 7).every((group) => group === 0) ? (groups[7] ?? 0) : -1
}

/** Returns whether a network is IPv6. */
export const isNetworkV6 = (network: Network): boolean => typeof network === 'string' || network >= IPV6

/** Formats the address with a number in a network of the address plan. */
export const addressIn = (network: number, number: number): string => {
  if (network < IPV6) return writeV4((network << 8) | number)
  const site = network - IPV6
  return site === 0 ? `2001:db8::${number.toString(16)}` : `2001:db8:${site.toString(16)}::${number.toString(16)}`
}

// The /24 of 198.18.0.0, the first of the 512 networks in 198.18.0.0/15, and three further networks, numbered from 512 on.
const BENCHMARK = 0xc6_1200
const TEST_NETS = [0xc0_0002, 0xc6_3364, 0xcb_0071]

/** Returns the number that server names have for a network, -1 for a network outside the address plan. */
export const shortNumberOf = (network: Network): number => {
  if (typeof network === 'string') return -1
  if (network >= IPV6) return network - IPV6
  if (network >> 9 === BENCHMARK >> 9) return network - BENCHMARK
  const at = TEST_NETS.indexOf(network)
  return at < 0 ? -1 : 512 + at
}

/** Returns the network with a `shortNumberOf`, -1 if there is none. */
export const networkNumbered = (six: boolean, number: number): number => {
  if (six) return number <= 0xffff ? IPV6 + number : -1
  return number < 512 ? BENCHMARK + number : (TEST_NETS[number - 512] ?? -1)
}

const entityAt = (world: World, network: Network): Entity =>
  typeof network === 'string' ? entityOf(world, 'network', network) : numberedEntityOf(world, 'network', network)

/** Returns the location of a network: like the `place` of `operatorIn`, but faster. */
export const placeIn = (world: World, network: Network): WorldPlace => {
  if (isAccess(network)) return vantage
  const carrierPlace = carrierPlaceOf(network)
  return carrierPlace < 0
    ? pick(entityAt(world, network), 'place', places)
    : (places[carrierPlace % places.length] ?? vantage)
}

// The kinds of businesses. Hosting companies have twice as many networks as the others.
const KINDS = ['hosting', 'hosting', 'cloud', 'access', 'carrier'] as const

const organizationIn = (world: World, network: Network): Organization => {
  if (isAccess(network)) return accessProvider
  const carrierPlace = carrierPlaceOf(network)
  if (carrierPlace >= 0) return organizationOf(Math.floor(carrierPlace / places.length), 'carrier')
  const id = entityAt(world, network)
  return organizationOf(between(id, 'company', 0, companyLabels.length - 1), pick(id, 'kind', KINDS))
}

/** Returns the operator of a network, with its location. */
export const operatorIn = memoize((world, network: Network): Organization & { readonly place: WorldPlace } => {
  const { name, domain, kind, index } = organizationIn(world, network)
  return { name, domain, kind, index, place: placeIn(world, network) }
})
