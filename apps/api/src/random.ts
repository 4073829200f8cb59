import { randomBytes, randomInt } from 'node:crypto'

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Draws an id: 16 random bytes in 26 characters of base32, lower case, without i, l, o and u. */
export const newId = (): string => {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`)
  let id = ''
  for (let index = 0; index < 26; index++) {
    id = (BASE32[Number(bits & 31n)] ?? '') + id
    bits >>= 5n
  }
  return id
}

/** Draws a secret of some random bytes, in base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Draws letters and digits, each equally likely: 5.95 bits a character. */
export const newLetters = (length: number): string => {
  let letters = ''
  for (let index = 0; index < length; index++) letters += BASE62[randomInt(BASE62.length)] ?? ''
  return letters
}
