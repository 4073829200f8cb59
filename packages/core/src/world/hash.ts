/*
 * The rounds and the finisher of MurmurHash3 (x86, 32 bit; Austin Appleby, public domain): well spread, the same on every engine, and
 * nothing but 32-bit integer arithmetic. It is no protection against an adversary and need not be one.
 */

/** Finishes a 32-bit state so that every input bit reaches every output bit. Gives an unsigned integer. */
export const finish = (state: number): number => {
  let h = state
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const round = (h: number, block: number): number => {
  let k = Math.imul(block, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  const mixed = h ^ Math.imul(k, 0x1b873593)
  return Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64
}

/** Hashes a text, one UTF-16 unit a block, from a starting state. Gives an unsigned 32-bit integer. */
export const hashText = (text: string, state = 0): number => {
  let h = state
  for (let i = 0; i < text.length; i++) h = round(h, text.charCodeAt(i))
  return finish(h ^ text.length)
}

/** Combines two 32-bit hashes into one; the order matters. */
export const combine = (a: number, b: number): number => finish(round(a, b))
