/*
 * FNV-1a (Fowler, Noll, Vo; public domain), one UTF-16 unit at a time, with the finalizer of MurmurHash3 (Austin Appleby, public domain):
 * well distributed, the same on every engine, and only 32-bit integer arithmetic. It is not cryptographic, and does not need to be.
 */
const PRIME = 0x0100_0193
const BASIS = 0x811c_9dc5

/** Mixes a 32-bit state so that every input bit affects every output bit. Returns an unsigned integer. */
export const finish = (state: number): number => {
  let h = state
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Adds the characters of a text from `from` (inclusive) to `to` (exclusive) to a state; `finish` completes it. */
const absorb = (text: string, state: number, from: number, to: number): number => {
  let h = state
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), PRIME)
  return h
}

/** Hashes a text from a starting state. Returns an unsigned 32-bit integer. */
export const hashText = (text: string, state = 0): number => finish(absorb(text, BASIS ^ state, 0, text.length))

// The separator of two texts. It is not a UTF-16 unit, so that two different pairs of texts never have the same sequence.
const BETWEEN = 0x1_0000

/** Hashes a text and then part of another, from a starting state, in one pass. Returns an unsigned 32-bit integer. */
const hashPair = (first: string, second: string, state: number, from = 0, to = second.length): number => {
  const h = Math.imul(absorb(first, BASIS ^ state, 0, first.length) ^ BETWEEN, PRIME)
  return finish(absorb(second, h, from, to))
}

/** Combines a hash with a number; the order matters. */
export const combine = (hash: number, number: number): number =>
  finish(Math.imul(hash ^ BASIS, PRIME) + Math.imul(number, 0x9e37_79b1))

/*
 * Randomness is a mapping, never a sequence: hash(world version, seed, entity, field) → value. A new field changes no other field, and the
 * order in which facts are computed does not matter.
 */

/**
 * An object of the simulated internet (a host, a network, a zone): a 32-bit hash of world, kind and name. It is signed, because engines
 * store signed 32-bit integers without allocating memory.
 */
export type Entity = number & { readonly entity: unique symbol }

/**
 * Returns the key of an entity of a world. Entities of different kinds never share values, even with the same name. To avoid copying
 * a part of a longer text, pass that text with the start of the name (`from`, inclusive) and its end (`to`, exclusive).
 */
export const entity = (worldKey: number, kind: string, name: string, from?: number, to?: number): Entity =>
  (hashPair(kind, name, worldKey, from, to) | 0) as Entity // The cast is safe: only this function creates the brand.

/** Returns the key of a numbered part of an entity: a packet of a ping, a hop of a route. */
export const part = (whole: Entity, index: number): Entity => (combine(whole, index + 1) | 0) as Entity // same brand

const value = (of: Entity, field: string): number => hashText(field, of)

/** Returns this field of the entity as a number in [0, 1). */
export const fraction = (of: Entity, field: string): number => value(of, field) / 0x1_0000_0000

/** Returns `true` for this entity and field with the given probability. */
export const chance = (of: Entity, field: string, probability: number): boolean => fraction(of, field) < probability

/** Returns this field as a whole number from `least` to `most`, both inclusive; both within 31 bits. */
export const between = (of: Entity, field: string, least: number, most: number): number =>
  // `| 0` rounds down like Math.floor. It also tells the engine that the result is an integer, which is formatted faster.
  least + ((fraction(of, field) * (most - least + 1)) | 0)

/** Returns the item of a list for this field. The list must not be empty. */
export const pick = <T>(of: Entity, field: string, items: readonly [T, ...T[]]): T =>
  items[(fraction(of, field) * items.length) | 0] ?? items[0]

/** Rounds to a number of decimals (0 to 3) without floating-point noise. */
export const decimals = (number: number, places: 0 | 1 | 2 | 3): number => {
  const scale = places === 0 ? 1 : places === 1 ? 10 : places === 2 ? 100 : 1000
  return Math.round(number * scale) / scale
}
