import type { Facts } from './facts.ts'
import type { Machine } from './machine-at.ts'
import type { Overrides } from './overrides.ts'
import { hashText } from './hash.ts'
import { entity, type Entity, part } from './mapping.ts'

/**
 * The version of the simulated internet, part of every run's envelope: the same seed gives the same bytes on every platform as long
 * as this string is the same.
 */
export const WORLD_VERSION = 'netbox-sim/2'

/** A fact that was computed before. */
interface MemoizedFact {
  readonly of: unknown
  readonly name: unknown
  readonly value: unknown
}

/** The overrides of a scenario that holds for some domains only; `overrides-at.ts` asks them. */
export interface Scopes {
  /** The scope of each override, as text: equal for equal scopes. */
  readonly text: string
  readonly atName: (world: World, name: string) => Overrides
  readonly atZone: (world: World, name: string) => Overrides
  readonly atMachine: (world: World, machine: Machine) => Overrides
  /** Returns the addresses of all machines that the domains lead to. */
  readonly addresses: (world: World) => readonly string[]
}

/** One simulated internet. Every fact is a function of its key and overrides, computed when it is asked for. */
export interface World {
  readonly seed: string
  /** The seed and the engine's version as a number, from which every fact is derived. */
  readonly key: number
  /** The present of the world, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** The facts that the scenario overrides; empty without one. Outside of this file `overrides-at.ts` reads them. */
  readonly overrides: Overrides
  /** Domains that have other overrides; undefined if all have the same. */
  readonly scopes: Scopes | undefined
  /** The facts of a world document; undefined without one. */
  readonly facts: Facts | undefined
  /** Facts that memoized functions computed. It affects speed, never a result. */
  readonly memo: MemoizedFact[]
}

// Without the version: a correction changes only the facts that were wrong, not every name and number of a seed.
const MAPPING_KEY = /* @__PURE__ */ hashText('netbox-sim/1')

/** Opens the world of a seed. Equal arguments give equal worlds. */
export const createWorld = (
  seed: string,
  at: number,
  overrides: Overrides = {},
  scopes?: Scopes,
  facts?: Facts,
): World => ({
  seed,
  key: hashText(seed, MAPPING_KEY) | 0,
  at,
  overrides,
  scopes,
  facts,
  memo: [],
})

/** Names an entity of this world; the name may be part of a longer text, as in `entity`. */
export const entityOf = (world: World, kind: string, name: string, from?: number, to?: number): Entity =>
  entity(world.key, kind, name, from, to)

/** Names an entity of this world by a number, which costs less than a name. */
export const numberedEntityOf = (world: World, kind: string, number: number): Entity =>
  part(entity(world.key, kind, ''), number)
