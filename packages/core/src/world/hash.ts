/*
 * FNV-1a (Fowler, Noll, Vo; public domain), one UTF-16 unit a step, ended by the finisher of MurmurHash3 (Austin Appleby,
 * public domain): well spread, the same on every engine, and nothing but 32-bit integer arithmetic. It is no protection
 * against an adversary and need not be one.
 */
const PRIME = 0x0100_0193
const BASIS = 0x811c_9dc5

/** Finishes a 32-bit state so that every input bit reaches every output bit. Gives an unsigned integer. */
export const finish = (state: number): number => {
  let h = state
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Hashes a text from a starting state. Gives an unsigned 32-bit integer. */
export const hashText = (text: string, state = 0): number => {
  let h = BASIS ^ state
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), PRIME)
  return finish(h)
}

/** Combines a hash with a number; the order matters. */
export const combine = (hash: number, number: number): number =>
  finish(Math.imul(hash ^ BASIS, PRIME) + Math.imul(number, 0x9e37_79b1))
