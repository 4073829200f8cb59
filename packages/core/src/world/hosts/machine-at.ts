import { isV6, numberOfV4, writeV4 } from '../../foundation/addresses.ts'
import type { Entity } from '../../foundation/mapping.ts'
import { type SpecialBlock, specialBlockOf } from '../../foundation/special-addresses.ts'
import { rootServerAt } from '../names/root-servers.ts'
import { type Overrides, WORKING } from '../decisions.ts'
import { isPlannedInfrastructure } from './subnets.ts'
import { servesMetadata } from './inward-answers.ts'
import { entityOf, numberedEntityOf, type World } from '../world.ts'

/** The name and zone of a machine that was found by its name. */
export interface Home {
  readonly name: Entity
  readonly zone: Entity
  /** The number of a mail server in its network, the same for IPv4 and IPv6; -1 for any other host. */
  readonly server: number
}

/** The machine behind a host name or an address. */
export interface Machine {
  /** The IPv4 address as a signed number, which `addressAt` formats on demand; 0 if there is a `v6`. */
  readonly v4: number
  readonly v6: string | undefined
  /** The name by which the machine was found, and its zone; undefined if only the address is known. */
  readonly home: Home | undefined
  /** The key of all facts of the machine, shared by all its names. */
  readonly id: Entity
  /** The special-purpose block of the machine's address, unless a document or a scenario says that a host has it. There is no route to such a machine. */
  readonly special: SpecialBlock | undefined
}

/** Formats the address of a machine. */
export const addressAt = ({ v4, v6 }: Machine): string => v6 ?? writeV4(v4)

/** Creates the machine of an IPv4 address given as a number. The address stays a number, because most runs never need it as text. */
export const machineV4 = (world: World, number: number, home?: Home, special?: SpecialBlock): Machine => ({
  v4: number | 0,
  v6: undefined,
  home,
  id: numberedEntityOf(world, 'machine', number),
  special,
})

/** Finds the machine at an address in canonical form. */
export const machineAt = (world: World, address: string): Machine => {
  const hasHost = world.facts?.hostAddresses.has(address) === true || servesMetadata(world, address)
  const special = hasHost ? undefined : specialBlockOf(address)
  return isV6(address)
    ? { v4: 0, v6: address, home: undefined, id: entityOf(world, 'machine', address), special }
    : machineV4(world, numberOfV4(address), undefined, special)
}

/** Returns whether a machine is a root server, a nameserver of suffixes, a public resolver or a registry's host. */
const isInfrastructure = (machine: Machine): boolean =>
  isPlannedInfrastructure(machine.v4, machine.v6) || rootServerAt(addressAt(machine)) !== undefined

/** Returns the overrides for a machine. They are equal for all names of its address. */
export const machineOverridesAt = (world: World, machine: Machine): Overrides =>
  world.scopes?.atAddress(world, addressAt(machine)) ??
  (world.overrides.upkeep !== undefined && isInfrastructure(machine) ? WORKING : world.overrides)
