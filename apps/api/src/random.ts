import { randomBytes, randomFillSync, randomInt } from 'node:crypto'

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const ID_BYTES = 16
const ID_LENGTH = 26
// Asking the system for random bytes costs the same for sixteen and for some thousands.
const pool = Buffer.alloc(256 * ID_BYTES)
let next = pool.length

const idBytes = (): Buffer => {
  if (next === pool.length) {
    randomFillSync(pool)
    next = 0
  }
  next += ID_BYTES
  return pool.subarray(next - ID_BYTES, next)
}

const base32 = Buffer.from(BASE32, 'latin1')
// Written as bytes and made a text at once: a text that grows letter by letter took three times as long.
const written = Buffer.alloc(ID_LENGTH)

/** Draws an id: 16 random bytes in 26 characters of base32, lower case, without i, l, o and u. */
export const newId = (): string => {
  let length = 0
  let value = 0
  // Two bits of padding come first: 26 characters hold 130 bits.
  let bits = 2
  for (const byte of idBytes()) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5;) {
      bits -= 5
      written[length++] = base32[(value >> bits) & 31] ?? 0
    }
    value &= (1 << bits) - 1
  }
  return written.toString('latin1')
}

/** Draws a secret of some random bytes, in base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Draws letters and digits, each equally likely: 5.95 bits a character. */
export const newLetters = (length: number): string => {
  let letters = ''
  for (let index = 0; index < length; index++) letters += BASE62[randomInt(BASE62.length)] ?? ''
  return letters
}
