import { closeSync, openSync, readSync } from 'node:fs'

// The characters of the seeds that core generates. They can't be mistaken for one another when a seed is read aloud.
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 8

// The number of seeds that a batch generates at once, because reading the device takes longer than a run.
const AT_ONCE = 512

const draw = (count: number): Buffer | undefined => {
  try {
    const device = openSync('/dev/urandom', 'r')
    const bytes = Buffer.alloc(count)
    const length = readSync(device, bytes)
    closeSync(device)
    return length < count ? undefined : bytes
  } catch {
    return undefined
  }
}

const seedOf = (bytes: Uint8Array): string => {
  let seed = ''
  for (const byte of bytes) seed += LETTERS[byte % LETTERS.length]
  return seed
}

/**
 * Generates a seed from the system's random device. `globalThis.crypto` uses the same device, but loading it takes a tenth of Node's start
 * time. Returns undefined if there is no such device; core then generates the seed.
 */
export const freshSeed = (): string | undefined => {
  const bytes = draw(LENGTH)
  return bytes === undefined ? undefined : seedOf(bytes)
}

/** Creates a generator of seeds for many runs. */
export const freshSeeds = (): (() => string | undefined) => {
  let bytes: Buffer | undefined
  let used = 0
  return () => {
    if (bytes === undefined || used === bytes.length) {
      bytes = draw(LENGTH * AT_ONCE)
      used = 0
    }
    used += LENGTH
    return bytes === undefined ? undefined : seedOf(bytes.subarray(used - LENGTH, used))
  }
}
