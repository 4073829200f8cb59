import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** The digits of ids. */
export const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const firstDigit = customAlphabet(BASE32.slice(0, 8), 1)
const otherDigits = customAlphabet(BASE32, 25)

/** Generates an id: 128 random bits in 26 characters of base32, lower case, without i, l, o and u. The first character has three bits. */
export const newId = (): string => `${firstDigit()}${otherDigits()}`

/** Generates a secret of the given number of random bytes, in base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Returns the SHA-256 of a secret in hexadecimal: tokens and codes are random, so they need no salt. */
export const digest = (text: string): string => hash('sha256', text)

/** Compares two texts of the same length in constant time; texts of different length differ. */
export const sameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Draws letters and digits, each equally likely: 5.95 bits a character. */
export const newLetters: (length: number) => string = customAlphabet(BASE62)

const BYTES = 6

/** Generates a number from 0 (inclusive) to 1 (exclusive), one of 2^48 equally likely ones. */
export const drawFraction = (): number =>
  Buffer.from(newSecret(BYTES), 'base64url').readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
