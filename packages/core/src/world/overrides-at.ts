import type { Machine } from './hosts/machine-at.ts'
import type { Overrides } from './overrides.ts'
import type { World } from './world.ts'

/*
 * Overrides of scenarios that apply to some domains only. These functions return the overrides of a name, a zone or a machine. A
 * world without such domains has the same overrides for all of them.
 */

/** Returns the overrides for a name: those of the smallest domain that contains the name and has its own scenario. */
export const overridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atName(world, name)

/** Returns the overrides for a name's zone. A scenario for a name in the zone applies to the zone. */
export const zoneOverridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atZone(world, name)

/** Returns the overrides for a machine. They are equal for all names of its address. */
export const machineOverridesAt = (world: World, machine: Machine): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atMachine(world, machine)
