import type { Facts } from './facts.ts'
import type { Overrides } from './decisions.ts'
import { hashText, entity, type Entity, part } from '../foundation/mapping.ts'

/**
 * The key of a world's memo. Only `memoize` has it, so that no other code depends on what is memoized. It is the same in all bundles, because
 * the command's main file opens the world that a simulation in another file reads.
 */
const MEMO: unique symbol = /* @__PURE__ */ Symbol.for('netbox: memo of a world')

/** The facts that were computed last; `next` is the place of the next one. */
interface Memo {
  readonly facts: { readonly of: unknown; readonly name: unknown; readonly value: unknown }[]
  next: number
}

/** The overrides of a scenario that applies to some domains only. */
export interface Scopes {
  /** The scope of each override, as text; equal scopes have equal texts. */
  readonly text: string
  readonly atName: (world: World, name: string) => Overrides
  readonly atZone: (world: World, name: string) => Overrides
  /** Returns the overrides of each domain. */
  readonly every: () => readonly Overrides[]
  /** Returns undefined for an address of no machine of the domains. */
  readonly atAddress: (world: World, address: string) => Overrides | undefined
  /** Returns the addresses of all machines of the domains. */
  readonly addresses: (world: World) => readonly string[]
}

/** One simulated internet. Every fact is a function of its key and overrides, computed on demand. */
export interface World {
  readonly seed: string
  /** A number derived from the seed; every fact follows from it. */
  readonly key: number
  /** The time of the world, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** The facts that the scenario overrides; empty without one. Other files read them with the functions below, because domains may have their own. */
  readonly overrides: Overrides
  /** Domains with their own overrides; undefined if all domains share the same overrides. */
  readonly scopes: Scopes | undefined
  /** The facts of a world document; undefined without one. */
  readonly facts: Facts | undefined
  /** Results of memoized functions. They affect speed, never a result. */
  readonly [MEMO]: Memo
}

// The basis of all keys. It is a fixed text instead of the version, so that a correction changes only the incorrect facts, not every name
// and number of a seed.
const MAPPING_KEY = /* @__PURE__ */ hashText('netbox-sim/1')

/** Creates the world of a seed. Equal arguments give equal worlds. */
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
  [MEMO]: { facts: [], next: 0 },
})

/** Returns the key of an entity of this world; the name may be part of a longer text, as in `entity`. */
export const entityOf = (world: World, kind: string, name: string, from?: number, to?: number): Entity =>
  entity(world.key, kind, name, from, to)

/** Returns the key of a numbered entity of this world. A number is faster than a name. */
export const numberedEntityOf = (world: World, kind: string, number: number): Entity =>
  part(entity(world.key, kind, ''), number)

// The number of memoized facts. A run needs few facts, so searching a short list is faster than hashing names. A new fact replaces the
// oldest one, so that a world can be used for long.
const MEMO_SIZE = 24

/**
 * Returns a function that computes a fact once for each world and name, because a result and its report need the same facts. The name may
 * be a tool's whole input, provided that nothing changes that object.
 */
export const memoize =
  <Fact, Name = string>(compute: (world: World, name: Name) => Fact): ((world: World, name: Name) => Fact) =>
  (world, name) => {
    const memo = world[MEMO]
    for (const fact of memo.facts) {
      // The cast is safe: results of `compute` are stored with `compute` below.
      if (fact.of === compute && fact.name === name) return fact.value as Fact
    }
    const value = compute(world, name)
    memo.facts[memo.next] = { of: compute, name, value }
    memo.next = (memo.next + 1) % MEMO_SIZE
    return value
  }
