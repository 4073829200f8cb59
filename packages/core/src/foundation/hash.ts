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
export const hashPair = (first: string, second: string, state: number, from = 0, to = second.length): number => {
  const h = Math.imul(absorb(first, BASIS ^ state, 0, first.length) ^ BETWEEN, PRIME)
  return finish(absorb(second, h, from, to))
}

/** Combines a hash with a number; the order matters. */
export const combine = (hash: number, number: number): number =>
  finish(Math.imul(hash ^ BASIS, PRIME) + Math.imul(number, 0x9e37_79b1))
