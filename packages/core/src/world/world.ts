import type { Bends } from './bends.ts'
import { hashText } from './hash.ts'
import { entity, type Entity } from './mapping.ts'

/**
 * The version of the simulated internet, part of every run's envelope. It is part of the mapping too: the same
 * seed gives the same bytes as long as this string is the same, on every platform.
 */
export const WORLD_VERSION = 'netbox-sim/1'

/** One simulated internet. It holds no state: every fact is computed from the key when it is asked for. */
export interface World {
  readonly seed: string
  readonly key: number
  /** The present of the world, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** What the scenario bends; empty in the world as it comes. */
  readonly bends: Bends
}

/** Opens the world of a seed. Equal arguments give equal worlds. */
export const createWorld = (seed: string, at: number, bends: Bends = {}): World => ({
  seed,
  key: hashText(seed, hashText(WORLD_VERSION)),
  at,
  bends,
})

/** Names an entity of this world. */
export const entityOf = (world: World, kind: string, name: string): Entity => entity(world.key, kind, name)
