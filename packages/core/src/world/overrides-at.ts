import type { Machine } from './machine-at.ts'
import type { Overrides } from './overrides.ts'
import type { World } from './world.ts'

/*
 * A scenario may hold for some domains only. Readers of an override ask here for the value of a name, a zone or a machine; a
 * world without such domains has one answer for all of them.
 */

/** Returns the overrides for a name: those of the narrowest domain with its own scenario that the name lies in. */
export const overridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atName(world, name)

/** Returns the overrides for the zone that a name belongs to. A scenario for a name in the zone holds for the zone. */
export const zoneOverridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atZone(world, name)

/** Returns the overrides for a machine. They are equal for all names that lead to its address. */
export const machineOverridesAt = (world: World, machine: Machine): Overrides =>
  world.scopes === undefined ? world.overrides : world.scopes.atMachine(world, machine)
