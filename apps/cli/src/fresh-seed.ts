import { closeSync, openSync, readSync } from 'node:fs'

// The letters of core's own fresh seeds: none that is mistaken for another when a seed is read aloud.
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 8

/**
 * Draws a fresh seed from the system's random device: `globalThis.crypto` reads the same one, but loading it takes a
 * tenth of Node's start. Undefined where there is no such device; core draws the seed then.
 */
export const freshSeed = (): string | undefined => {
  try {
    const device = openSync('/dev/urandom', 'r')
    const bytes = Buffer.alloc(LENGTH)
    const count = readSync(device, bytes)
    closeSync(device)
    return count < LENGTH ? undefined : Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
  } catch {
    return undefined
  }
}
