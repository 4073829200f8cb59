import type { Machine } from './machine-at.ts'
import { machineOf } from './machines.ts'
import { addressIn, type Network, networkOf, operatorIn, placeIn } from './networks.ts'
import type { Organization } from './organizations.ts'
import type { Place } from './places.ts'
import { memoize } from '../memoize.ts'
import { prefixOf } from './subnets.ts'
import type { World } from '../world.ts'

/** The operator of a network, and its location. */
export interface Operator extends Organization {
  readonly place: Place
  /** CIDR notation: the /24 (IPv4) or /48 (IPv6) of the address. */
  readonly network: string
  readonly abuse: string
}

/** Returns the location of a machine's network: like the `place` of `operatorOf`, but faster. */
export const placeOf = (world: World, machine: Machine): Place => placeIn(world, networkOf(machine))

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
