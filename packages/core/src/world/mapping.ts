import { combine, hashPair, hashText } from './hash.ts'

/*
 * Randomness is a mapping, never a sequence: hash(world version, seed, entity, field) → value.
 * A new field shifts no other, and the order of questions does not matter.
 */

/**
 * A thing of the simulated internet (a host, a network, a zone): a 32-bit key made of world, kind and name. It is signed,
 * because engines keep signed 32-bit integers where they are and every other number in its own object.
 */
export type Entity = number & { readonly entity: unique symbol }

/**
 * Names an entity of a world. Entities of two kinds never share values, even under one name. The name may be part of a
 * longer text, from `from` to before `to`, which spares cutting it out.
 */
export const entity = (worldKey: number, kind: string, name: string, from?: number, to?: number): Entity =>
  (hashPair(kind, name, worldKey, from, to) | 0) as Entity // the brand is what this function gives

/** Names a numbered part of an entity: a packet of a ping, a hop of a route. */
export const part = (whole: Entity, index: number): Entity => (combine(whole, index + 1) | 0) as Entity // same brand

const value = (of: Entity, field: string): number => hashText(field, of)

/** Returns the number in [0, 1) that this field of the entity has. */
export const fraction = (of: Entity, field: string): number => value(of, field) / 0x1_0000_0000

/** Returns whether an event with this probability happened to the entity. */
export const chance = (of: Entity, field: string, probability: number): boolean => fraction(of, field) < probability

/** Returns the whole number from `least` to `most`, both included, that this field has; both within 31 bits. */
export const between = (of: Entity, field: string, least: number, most: number): number =>
  // `| 0` rounds down as Math.floor would and tells the engine that this is an integer: it is written faster.
  least + ((fraction(of, field) * (most - least + 1)) | 0)

/** Returns the item of a list that this field has. The list must not be empty. */
export const pick = <T>(of: Entity, field: string, items: readonly [T, ...T[]]): T =>
  items[(fraction(of, field) * items.length) | 0] ?? items[0]

/** Rounds to a number of decimals (0 to 3) without leaving binary noise behind. */
export const decimals = (number: number, places: 0 | 1 | 2 | 3): number => {
  const scale = places === 0 ? 1 : places === 1 ? 10 : places === 2 ? 100 : 1000
  return Math.round(number * scale) / scale
}
