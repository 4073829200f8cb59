import { randomBytes } from 'node:crypto'
import { customAlphabet } from 'nanoid'

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Draws an id: 130 random bits in 26 characters of base32, lower case, without i, l, o and u. */
export const newId: () => string = customAlphabet(BASE32, 26)

/** Draws a secret of some random bytes, in base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Draws letters and digits, each equally likely: 5.95 bits a character. */
export const newLetters: (length: number) => string = customAlphabet(BASE62)

const BYTES = 6

/** Draws a number from 0 (included) to 1 (excluded), each of 2^48 equally likely. */
export const drawFraction = (): number =>
  Buffer.from(newSecret(BYTES), 'base64url').readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
