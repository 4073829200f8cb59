import { type Overrides, WORKING } from './decisions.ts'
import type { World } from './world.ts'

// The zones of the regional registries, of the IANA and of the nameservers of the root and of suffixes. Registries of top-level domains are
// at `nic`.
const REGISTRY =
  /(?:^|\.)(?:(?:arin|ripe|apnic|lacnic|afrinic|root-servers)\.net|iana\.org|(?:registry|second-level|third-level)-dns\.example)$/
// They are found without the list of public suffixes, which pages load only with a simulation.
const TOP_LEVEL_REGISTRY = /(?:^|\.)nic\.(?:(?:ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}|[^.]+)$/

/** Returns whether a name belongs to a registry, which programs need to find and describe all other names. */
export const isOfRegistry = (name: string): boolean => REGISTRY.test(name) || TOP_LEVEL_REGISTRY.test(name)

/**
 * Returns the overrides of a scenario for a name that the scenario does not name. The faults of a scenario that applies everywhere do not
 * break registries. Without a scenario, the seed decides about registries too.
 */
export const unnamedOverrides = (overrides: Overrides, name: string): Overrides =>
  overrides.upkeep !== undefined && isOfRegistry(name) ? WORKING : overrides

/** Returns the overrides for a name, from the smallest domain that contains the name and has its own scenario. */
export const overridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? unnamedOverrides(world.overrides, name) : world.scopes.atName(world, name)

/** Returns the overrides for a name's zone. A scenario for a name in the zone applies to the zone. */
export const zoneOverridesAt = (world: World, name: string): Overrides =>
  world.scopes === undefined ? unnamedOverrides(world.overrides, name) : world.scopes.atZone(world, name)
