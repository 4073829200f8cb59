import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** The digits of ids. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const firstDigit = customAlphabet(BASE32.slice(0, 8), 1)
const digits = customAlphabet(BASE32)
// The digits whose bits begin with the version 4 (0100), and the digits with the variant 10 after one bit.
const versionDigit = customAlphabet('89', 1)
const variantDigit = customAlphabet('89abrstv', 1)

/**
 * Generates an id: a UUID of version 4 (RFC 9562, 122 random bits) in 26 characters of base32, lower case, without i, l, o and u. The
 * first character has three bits.
 */
export const newId = (): string =>
  `${firstDigit()}${digits(9)}${versionDigit()}${digits(2)}${variantDigit()}${digits(12)}`

/** Generates a secret of the given number of random bytes, in base64url. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Returns the SHA-256 of a secret in hexadecimal: tokens and codes are random, so they need no salt. */
export const digest = (text: string): string => hash('sha256', text)

/** Draws decimal digits. */
export const newDigits: (length: number) => string = customAlphabet('0123456789')

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

const BITS = 5n
const ID = new RegExp(`^[0-7][${BASE32}]{25}$`)
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Formats an id as UUID text. Returns other names unchanged. */
export const toUuid = (id: string): string => {
  if (!ID.test(id)) return id
  const value = Array.from(id).reduce((sum, digit) => (sum << BITS) | BigInt(BASE32.indexOf(digit)), 0n)
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Parses an id that a client wrote as UUID text, or in its stored form. */
export const fromUuid = (text: string): string => {
  if (!isUuid(text)) return text
  let rest = BigInt(`0x${text.replaceAll('-', '')}`)
  let id = ''
  while (id.length < 26) {
    id = `${BASE32.charAt(Number(rest & 31n))}${id}`
    rest >>= BITS
  }
  return id
}
